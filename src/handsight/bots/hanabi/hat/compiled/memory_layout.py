"""The constants of the hat bot, and the layout of its memory in a state and of its workspace.

The memory holds the public masks: for every card, the identities that everyone knows to be possible. While
all seats follow the convention, they derive the same masks, which are stored once. After an action that does
not fit the convention each seat has its own.

| at  | name           | words  | what it holds |
| --- | -------------- | ------ | ------------- |
|   0 | DIVERGED       |      1 | 1: every seat keeps masks of its own |
|   1 | STATE_BEFORE   |     75 | the first words of the state when the last action was chosen |
|  76 | PUBLIC_MASKS   | 6 x 64 | by seat (only the first, unless DIVERGED) and order: public mask of a card |
| 460 | SUM_TURN       |      1 | the turn after the one for which the sum below was computed |
| 461 | SUM_CHOICES    |      1 | how many cards the speaker could choose from, 0 for a clue |
| 462 | SUM_RULED_OUT  |      1 | mask: what the discard ruled out before the sum |
| 463 | SUM_SIZE       |      1 | how many numbers could be shown |
| 464 | SUM            |      1 | the sum of all answers |
| 465 | CLUE_CLASSES   |      8 | by distance from the speaker: number of clue classes of a hand |
| 473 | INDEX_SLOT     |      8 | by distance from the speaker: the slot of the index card |
| 481 | ANSWERED_HANDS |      6 | by seat: identities of the hand that answered, eight bits a slot |
| 487 | ANSWERED_MASKS |  6 x 8 | by seat and slot: public mask of the card after the answers |

The workspace begins with what `seat_knowledge` uses:

| name          | words  | what it holds |
| ------------- | ------ | ------------- |
| OPEN_COPIES   |      3 | copy planes: copies that the public masks leave open |
| HAND_MASKS    |      8 | by slot: public mask of a card of the hand under discussion |
| QUESTION_SLOT |     32 | by entry of a question: the slot it asks about |
| QUESTION_MASK |     32 | by entry of a question: the identities it asks about |
| QUESTION_KEY  |     32 | by entry of a question: its chance and its slot, for sorting |
| CLUE_CHANCE   |     16 | by clue: chance that it touches the whole hand |
| PLAYABLE_THEN |      8 | by distance from the speaker: what will be playable at that turn |
| TRASH_THEN    |      8 | by distance from the speaker: what will be trash at that turn |
| OUTLINE       |     32 | the outline of the endgame (see `endgame`) |
| ROLLOUT       |     32 | a copy of it that is played out |
| OWN_NEEDED    |      8 | by deal: mask of the needed cards in the hand of the seat to move |
| DECKS         | 8 x 64 | by deal: the deck, drawn from its end |
| DECK_DICE     |      8 | by deal: the state of its random number generator |
| HIDDEN_CARDS  |     64 | identities of all hidden cards |
"""

from handsight.hanabi.compiled import seat_knowledge
from handsight.hanabi.compiled import state_layout as st

# The constants, each tuned on development deals with the others fixed.

ENDGAME_DECK = 8
"""The endgame search begins when the deck has no more cards than this."""
SAMPLED_DEALS = 8
"""How many deals of the hidden cards the endgame search samples."""
LOSS_COST = 100
"""The cost of not reaching the best possible score in the endgame search, in unplayed cards."""

EXACT_DECK = 1
"""With no more cards in the deck than this, the search is exact: it goes through all deals."""

MISSING_CLASS_RISK = 0.005
"""A class of clues is used for a hand if the chance that the hand allows no such clue is no higher."""

SIGNAL_MAX_PLAYERS = 4
"""Up to this number of players, the choice among equivalent plays or discards shows a number. With more, a
clue says enough, and little is gained."""

BOLD_CHANCE = 0.75
"""A card that is surely playable or trash is played if it is playable with more than this chance."""
MANY_TOKENS = 5
"""With more clue tokens than this, the bot gives a clue rather than discard a useful card."""
DANGEROUS_COST = 60
"""The bot gives a clue rather than make a discard that costs more, in thousandths of a game."""
LAST_COPY_COST, UNSEEN_COPY_COST, VISIBLE_COPY_COST, RANK_DISCOUNT = 1000, 150, 30, 2
"""The cost of discarding a needed card: the last copy; one whose other copy is not visible; one whose other
copy another seat holds; and how much less for every rank."""

ASK_CHANCE, ASK_RANGE = 0.7, 0.2
"""A hand with a known play is next asked about the card whose chance to be playable is nearest to ASK_CHANCE,
if it is nearer than ASK_RANGE."""

# The layout.

NOW = 0
"""Stands for the state as it is now, where STATE_BEFORE stands for the state before the last action."""
SLOTS = 8
"""Words in a row by slot or by seat: more than there are slots or seats, so that rows are aligned."""
ENTRIES = 32
"""The most entries of a question."""
DIVERGED = st.MEMORY
STATE_BEFORE = DIVERGED + 1
PUBLIC_MASKS = STATE_BEFORE + st.CLUE_MASKS
SUM_TURN = PUBLIC_MASKS + st.MAX_SEATS * st.MAX_CARDS
SUM_CHOICES, SUM_RULED_OUT, SUM_SIZE, SUM, CLUE_CLASSES = range(SUM_TURN + 1, SUM_TURN + 6)
INDEX_SLOT = CLUE_CLASSES + SLOTS
ANSWERED_HANDS = INDEX_SLOT + SLOTS
ANSWERED_MASKS = ANSWERED_HANDS + st.MAX_SEATS
MEMORY_WORDS = ANSWERED_MASKS + SLOTS * st.MAX_SEATS - st.MEMORY

OPEN_COPIES = seat_knowledge.OWN_WORKSPACE
HAND_MASKS = OPEN_COPIES + st.COPY_PLANES
QUESTION_SLOT = HAND_MASKS + SLOTS
QUESTION_MASK = QUESTION_SLOT + ENTRIES
QUESTION_KEY = QUESTION_MASK + ENTRIES
CLUE_CHANCE = QUESTION_KEY + ENTRIES
PLAYABLE_THEN = CLUE_CHANCE + 16
TRASH_THEN = PLAYABLE_THEN + SLOTS
OUTLINE = TRASH_THEN + SLOTS
ROLLOUT = OUTLINE + 32
OWN_NEEDED = ROLLOUT + 32
DECKS = OWN_NEEDED + SAMPLED_DEALS
DECK_DICE = DECKS + SAMPLED_DEALS * st.MAX_CARDS
HIDDEN_CARDS = DECK_DICE + SAMPLED_DEALS
WORKSPACE_WORDS = HIDDEN_CARDS + st.MAX_CARDS
