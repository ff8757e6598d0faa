"""The layout of what Robot 5 keeps in the memory of a state, and of its workspace.

The memory holds what the clues meant, and what was public before the last action:

| at  | name           | words | what it holds |
| --- | -------------- | ----- | ------------- |
|   0 | WEIGHTS        |    38 | the weights of the evaluation, and two switches (see `weights`) |
|  38 | TOUCHED_BEFORE |     1 | set of cards that some clue had touched |
|  39 | MEANT          |    64 | by order: mask of the identities that the clues on a card meant, or ANY |
| 103 | MASKS_BEFORE   |    64 | by order: mask of the identities that the clues allowed |

The workspace begins with what `seat_knowledge` needs for HIDDEN_COPIES. Hands lie there by *place*: place 0
is the seat after the viewer, and the viewer comes last. A row has eight slots; row HEARD is a hand after a
clue.

| name          | words  | what it holds |
| ------------- | ------ | ------------- |
| SIZES         |      6 | by place: how many cards the hand has |
| FACES         |  6 x 8 | by place and slot: the identity, of hands that the viewer sees |
| CARDS         |  6 x 8 | by place and slot: the order |
| POSSIBLE      |  7 x 8 | by row and slot: mask of what the card may be |
| ROW_MEANT     |  7 x 8 | … mask of what its clues meant |
| LIKELY        |  7 x 8 | … mask of what it may be if its clues are believed |
| TOUCHED_SLOTS |      7 | by row: set of touched slots |
| KNOWN         |      6 | by place: mask of the cards that a touched card is surely believed to be |
| SOON_STACKS   |      6 | by suit: a stack when all known cards have been played |
| THEN_STACKS   |      6 | by suit: a stack during the search |
| THEN_PLAYABLE |      1 | mask: what can be played on those stacks |
| THEN_NEEDED   |      1 | mask: what can still score on those stacks |
| LEFT          |      6 | by place: set of slots that have not been played in the search |
| NEEDED_FOUND  |      6 | by suit: set of stack states whose needed cards are below |
| NEEDED_AT     | 6 x 32 | by suit and stack state: mask of the needed cards of the suit |
| COSTS_FOUND   |      1 | mask: identities whose costs are below |
| COSTS         |     36 | by identity: the cost of losing it |
| NEXT_PLAYABLE |      1 | mask: what can be played when every card that is playable now has been |
| MOST_POINTS   |      1 | the best score still possible |
| RANKS         |      1 | how many ranks a suit has |
| MOST_CLUES    |      1 | the most clue tokens |
| TOKENS        |      1 | the clue tokens |
| FINISHING     |      1 | mask: what can finish a stack as it lies; UNKNOWN while nobody has asked |
"""

from handsight.bots.hanabi.robot5.weights import WEIGHTS as DEFAULT_WEIGHTS
from handsight.bots.hanabi.robot5.weights import Weights, weights_row
from handsight.hanabi.compiled import seat_knowledge
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm

ANY = -1
"""The mask for a card about which no clue meant anything: it may be any card."""

WEIGHTS = st.MEMORY


def _place(field: str) -> int:
    """Return where a weight lies in the memory."""
    before = Weights(*DEFAULT_WEIGHTS)[: Weights._fields.index(field)]
    return WEIGHTS + sum(len(weight) if isinstance(weight, tuple) else 1 for weight in before)


TOKEN_WEIGHTS, PACE_WEIGHTS, STRIKE_WEIGHTS = _place("tokens"), _place("pace"), _place("strikes")
MOST_TOKENS = len(DEFAULT_WEIGHTS.tokens) - 1
MOST_PACE = len(DEFAULT_WEIGHTS.pace) - 1
STRIKE_PRICES = len(DEFAULT_WEIGHTS.strikes)
KNOWN_WEIGHT, TOUCHED_WEIGHT, IDENTIFIED_WEIGHT = _place("known"), _place("touched"), _place("identified")
CLOG_WEIGHT, WRONG_WEIGHT, LATE_WEIGHT = _place("clog"), _place("wrong"), _place("late")
CRITICAL_WEIGHT, TIDY_WEIGHT = _place("critical"), _place("tidy")
TOKEN_SLOPE, KNOWN_SLOPE = _place("token_slope"), _place("known_slope")
ELIMINATE, COLOR_SAVES = _place("eliminate"), _place("color_saves")
SPARE_WEIGHT, DOUBLE_WEIGHT = _place("spare"), _place("double")
RISK_WEIGHT, TRUST_WEIGHT = _place("risk"), _place("trust")

TOUCHED_BEFORE = WEIGHTS + len(weights_row(DEFAULT_WEIGHTS))
MEANT = TOUCHED_BEFORE + 1
MASKS_BEFORE = MEANT + st.MAX_CARDS
MEMORY_WORDS = MASKS_BEFORE + st.MAX_CARDS - st.MEMORY

UNKNOWN = -1
ROW = 8
HEARD = st.MAX_SEATS
SIZES = seat_knowledge.COUNT_WORKSPACE
FACES = SIZES + st.MAX_SEATS
CARDS = FACES + ROW * st.MAX_SEATS
POSSIBLE = CARDS + ROW * st.MAX_SEATS
ROW_MEANT = POSSIBLE + ROW * (HEARD + 1)
LIKELY = ROW_MEANT + ROW * (HEARD + 1)
TOUCHED_SLOTS = LIKELY + ROW * (HEARD + 1)
KNOWN = TOUCHED_SLOTS + HEARD + 1
SOON_STACKS = KNOWN + st.MAX_SEATS
THEN_STACKS = SOON_STACKS + st.MAX_SUITS
THEN_PLAYABLE = THEN_STACKS + st.MAX_SUITS
THEN_NEEDED = THEN_PLAYABLE + 1
LEFT = THEN_NEEDED + 1
NEEDED_FOUND = LEFT + st.MAX_SEATS
NEEDED_AT = NEEDED_FOUND + st.MAX_SUITS
COSTS_FOUND = NEEDED_AT + st.MAX_SUITS * tm.MAX_STACK_STATES
COSTS = COSTS_FOUND + 1
NEXT_PLAYABLE = COSTS + tm.MAX_IDENTITIES
MOST_POINTS = NEXT_PLAYABLE + 1
RANKS = MOST_POINTS + 1
MOST_CLUES = RANKS + 1
TOKENS = MOST_CLUES + 1
FINISHING = TOKENS + 1
WORKSPACE_WORDS = FINISHING + 1
