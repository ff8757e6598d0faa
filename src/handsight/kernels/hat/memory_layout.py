"""What hat players keep in the notes of a row, and where they work in scratch.

The notes are public tables: for every card, what everybody knows that it can be. While all follow the
convention every seat derives the same tables, and they are kept once. After an action that does not fit the
convention each seat has its own.

| at  | name   | words  | what it holds |
| --- | ------ | ------ | ------------- |
|   0 | PARTED | 1      | yes: every seat keeps tables of its own |
|   1 | BEFORE | 75     | the head of the row as it was when the last action was chosen |
|  76 | TABLES | 6 x 64 | by seat (only the first, unless PARTED) and order: mask of what the card can be |
| 460 | HELD   | 1      | the turn that follows the last conversation held (see `conversation`) |
| 461 | ALIKE  | 1      | how many cards alike it was about, or 0 for a clue |
| 462 | ABSENT | 1      | mask: what silence ruled out in it |
| 463 | NUMBERS | 1     | how many numbers it could show |
| 464 | SUM    | 1      | the sum of all answers |
| 465 | OFFERED | 8     | by places after the speaker: how many classes of clues a hand offers |
| 473 | INDEX  | 8      | by places after the speaker: the slot they are about |
| 481 | FACES  | 6      | by seat: the faces of the hand that answered, eight bits a slot |
| 487 | TOLD   | 6 x 8  | by seat and slot: mask of what the card can be after the answers |

Scratch begins with what `sight` uses:

| name    | words  | what it holds |
| ------- | ------ | ------------- |
| OPEN    | 3      | planes: copies that the tables in question leave open |
| HAND    | 8      | by slot: mask of what a card of the hand in question can be |
| AT      | 32     | by entry of a question: the slot it asks about |
| SET     | 32     | by entry of a question: what it asks the card to be |
| KEY     | 32     | by entry of a question: how likely it is, and the slot |
| CHANCE  | 16     | by clue: how likely it touches a whole hand |
| FACED   | 8      | by places after the speaker: mask of what will fit when the turn comes there |
| TRASH   | 8      | by places after the speaker: mask of what will be trash then |
| OUTLINE | 32     | the game in outline (see `ending`) |
| PLAYOUT | 32     | the same, being played out |
| OWN     | 8      | by deal: the needed cards of the own hand |
| PILES   | 8 x 64 | by deal: the deck, drawn from its back |
| DICE    | 8      | by deal: the state of its dice |
| WHOLE   | 64     | everything hidden |
"""

from handsight.kernels.hanabi import seat_knowledge, state_layout
from handsight.kernels.hat.settings import DEALS

NOW = 0
"""In place of BEFORE: the head of the row as it is."""
PARTED = state_layout.NOTES
BEFORE = PARTED + 1
TABLES = BEFORE + state_layout.MASKS
HELD = TABLES + state_layout.MOST_SEATS * state_layout.MOST_CARDS
ALIKE, ABSENT, NUMBERS, SUM, OFFERED = range(HELD + 1, HELD + 6)
INDEX = OFFERED + 8
FACES = INDEX + 8
TOLD = FACES + state_layout.MOST_SEATS
NOTES = TOLD + 8 * state_layout.MOST_SEATS - state_layout.NOTES

OPEN = seat_knowledge.WORK
HAND = OPEN + state_layout.PLANES
AT = HAND + 8
SET = AT + 32
KEY = SET + 32
CHANCE = KEY + 32
FACED = CHANCE + 16
TRASH = FACED + 8
OUTLINE = TRASH + 8
PLAYOUT = OUTLINE + 32
OWN = PLAYOUT + 32
PILES = OWN + DEALS
DICE = PILES + DEALS * state_layout.MOST_CARDS
WHOLE = DICE + DEALS
SCRATCH = WHOLE + state_layout.MOST_CARDS
