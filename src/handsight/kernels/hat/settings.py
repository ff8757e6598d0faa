"""The numbers by which a hat player weighs, each measured on development deals with all else as it is."""

LATE = 8
"""With so many cards in the deck or fewer, what to do is played out."""
DEALS = 8
"""On so many deals of what is hidden."""
LOSS = 100
"""What it costs there not to finish, in cards that stay unplayed."""

EXACT = 1
"""With so many cards in the deck or fewer, on every deal of what is hidden."""

RISK = 0.005
"""How likely a class of clues may be missing from a hand and still be offered."""

ASIDES = 4
"""With so many seats or fewer it shows a number, which of several useless cards goes, and which of several
that fit is played. With more, a clue tells enough, and little is gained."""

BOLD = 0.75
"""A card that is playable or trash is played from this chance on."""
RICH = 5
"""With more tokens than this a clue is given rather than a useful card thrown away."""
DANGER = 60
"""A clue is given rather than a card thrown away that would be missed by more, in thousandths of a game."""
LAST, LONE, TWIN, HEIGHT = 1000, 150, 30, 2
"""What it costs to throw away a needed card: the last one; one whose copy is out of sight; one whose copy
another seat holds; and how much less for every rank."""

LIKELY, NEAR = 0.7, 0.2
"""A hand with a known play is next asked about the card whose chance to fit is nearest the first number, if
it is nearer than the second."""
