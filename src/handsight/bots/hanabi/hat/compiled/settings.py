"""The constants of the hat bot, each tuned on development deals with the others fixed."""

ENDGAME_DECK = 8
"""The endgame search begins when the deck has so many cards or fewer."""
SAMPLED_DEALS = 8
"""How many deals of the hidden cards it samples."""
LOSS_COST = 100
"""The cost of not reaching the best score there, in unplayed cards."""

EXACT_DECK = 1
"""With so many cards in the deck or fewer it is exact: it goes through all deals."""

MISSING_CLASS_RISK = 0.005
"""A class of clues is used for a hand if the chance that the hand lacks it is no higher."""

SIGNAL_MAX_PLAYERS = 4
"""With so many players or fewer, the choice among equivalent plays or discards shows a number. With more, a
clue says enough, and little is gained."""

BOLD_CHANCE = 0.75
"""A card that is playable or trash is played from this chance on."""
MANY_TOKENS = 5
"""With more clue tokens than this, it gives a clue rather than discard a useful card."""
DANGEROUS_COST = 60
"""It gives a clue rather than a discard that costs more than this, in thousandths of a game."""
LAST_COPY_COST, UNSEEN_COPY_COST, VISIBLE_COPY_COST, RANK_DISCOUNT = 1000, 150, 30, 2
"""The cost of discarding a needed card: the last copy; one whose other copy is not visible; one whose other
copy another seat holds; and how much less for every rank."""

ASK_CHANCE, ASK_RANGE = 0.7, 0.2
"""A hand with a known play is next asked about the card whose chance to be playable is nearest to ASK_CHANCE,
if it is nearer than ASK_RANGE."""
