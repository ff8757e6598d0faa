"""The numbers by which a hat player weighs, each measured on development deals with all else as it is."""

ENDGAME_DECK = 8
"""With so many cards in the deck or fewer, what to do is played out."""
SAMPLED_DEALS = 8
"""On so many deals of what is hidden."""
LOSS_COST = 100
"""What it costs there not to finish, in cards that stay unplayed."""

EXACT_DECK = 1
"""With so many cards in the deck or fewer, on every deal of what is hidden."""

MISSING_CLASS_RISK = 0.005
"""How likely a class of clues may be missing from a hand and still be offered."""

SIGNAL_MAX_PLAYERS = 4
"""With so many seats or fewer it shows a number, which of several useless cards goes, and which of several
that fit is played. With more, a clue tells enough, and little is gained."""

BOLD_CHANCE = 0.75
"""A card that is playable or trash is played from this chance on."""
MANY_TOKENS = 5
"""With more tokens than this a clue is given rather than a useful card thrown away."""
DANGEROUS_COST = 60
"""A clue is given rather than a card thrown away that would be missed by more, in thousandths of a game."""
LAST_COPY_COST, UNSEEN_COPY_COST, VISIBLE_COPY_COST, RANK_DISCOUNT = 1000, 150, 30, 2
"""What it costs to throw away a needed card: the last one; one whose copy is out of sight; one whose copy
another seat holds; and how much less for every rank."""

ASK_CHANCE, ASK_RANGE = 0.7, 0.2
"""A hand with a known play is next asked about the card whose chance to fit is nearest the first number, if
it is nearer than the second."""
