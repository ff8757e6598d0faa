"""Games to test with: random decks and random legal actions under any terms, reproducible from a number."""

from random import Random

from hypothesis import strategies as st
from msgspec.structs import fields

from handsight.hanabi import (
    HAND_SIZES,
    RULE_SETS,
    STOP_REASONS,
    Action,
    Character,
    HanabiRecord,
    Rules,
    Setup,
    Stop,
    Terms,
    Variant,
    deal,
    legal,
    play,
    tiny,
    variant,
    variant_names,
)
from handsight.hanabi.characters import CHARACTERS
from handsight.hanabi.terms import SWITCHES


def play_out(setup: Setup, dice: Random, most: int = 200) -> list[Action]:
    """Take up to *most* random legal actions; a deck cut short may stop the game earlier."""
    state, actions = deal(setup), list[Action]()
    while len(actions) < most:
        choices = list(legal(state))
        if not choices:
            break
        actions.append(dice.choice(choices))
        state = play(state, actions[-1])
    return actions


variants: st.SearchStrategy[Variant] = st.one_of(
    st.just("No Variant").map(variant),
    st.integers(0, len(variant_names()) - 1).map(variant),
    st.builds(tiny, st.integers(2, 5), st.integers(3, 5), st.sampled_from(["rygwb", "gywbr", "kfxqm"])),
)
"""Every variant of hanab.live, and small plain games."""


@st.composite
def rule_sets(draw: st.DrawFn) -> Rules:
    """Draw a rule set, with some switches thrown."""
    rules = draw(st.sampled_from(list(RULE_SETS.values())))
    for name in draw(st.lists(st.sampled_from(list(SWITCHES)), max_size=3)):
        rules = rules.switched(name, draw(st.sampled_from(list(SWITCHES[name]))))
    return rules


FLAGS = [field.name for field in fields(Terms) if field.type is bool]


@st.composite
def characters(draw: st.DrawFn, some: Variant) -> Character:
    """Draw a character, with or without the value that goes with it."""
    trait = draw(st.sampled_from(list(CHARACTERS.values())))
    values = {"colour": range(len(some.colors)), "suit": range(len(some.suits)), "number": range(1, 6)}
    drawn = values.get(trait.value)
    return Character(trait.name, draw(st.sampled_from([None, *drawn])) if drawn else None)


@st.composite
def any_terms(draw: st.DrawFn) -> Terms:
    """Draw terms that can be dealt: players, variant, rules, options and characters."""
    some = draw(variants)
    players = draw(st.integers(2, min(6, some.deck_size // 2)))
    most = some.deck_size // players
    usual = min(HAND_SIZES[players], most)
    return Terms(
        players,
        some,
        draw(rule_sets()),
        hand_size=draw(st.sampled_from([usual, usual, max(1, usual - 1), min(most, usual + 1)])),
        first_seat=draw(st.integers(0, players - 1)),
        max_clues=draw(st.sampled_from([8, 8, 8, 1, 4, 11])),
        max_strikes=draw(st.sampled_from([3, 3, 3, 1, 2, 5])),
        characters=draw(
            st.one_of(st.just(()), st.tuples(*[st.one_of(st.none(), characters(some))] * players))
        ),
        **{flag: draw(st.booleans()) for flag in FLAGS},
    )


EXTRAS = st.one_of(
    st.booleans(), st.integers(-(2**53), 2**53), st.floats(allow_nan=False, allow_infinity=False), st.text()
)


@st.composite
def games(draw: st.DrawFn, terms: st.SearchStrategy[Terms] | None = None) -> HanabiRecord:
    """Draw a game with all that a record can hold: names, notes, a number, a seed, an end before its time."""
    agreed = draw(any_terms() if terms is None else terms)
    dice = Random(draw(st.integers(0, 1 << 32)))  # a reproducible game, no secret
    deck = list(agreed.variant.deck())
    dice.shuffle(deck)
    least = agreed.players * agreed.hand_size
    listed = draw(st.one_of(st.just(len(deck)), st.integers(least, len(deck))))
    setup = Setup(agreed, tuple(deck[:listed]))
    actions = play_out(setup, dice, draw(st.integers(0, 60)))
    game = HanabiRecord.replay(setup, tuple(actions))
    if not game.final.over and draw(st.booleans()):
        who = draw(st.one_of(st.none(), st.integers(0, agreed.players - 1)))
        actions.append(Stop(who, draw(st.sampled_from(STOP_REASONS))))
    seats = agreed.players
    notes = draw(st.one_of(st.just(()), _notes(seats, len(deck) + len(agreed.variant.suits))))
    return HanabiRecord.replay(
        setup,
        tuple(actions),
        draw(st.one_of(st.just(()), st.tuples(*[st.text(max_size=12)] * seats))),
        notes if any(notes) else (),
        draw(st.one_of(st.none(), st.integers(-(10**9), 10**12))),
        draw(
            st.one_of(
                st.none(), st.text(max_size=12), st.from_regex(r"p[2-6]v[0-9]{1,4}s[0-9]+", fullmatch=True)
            )
        ),
        tuple(draw(st.dictionaries(st.text(max_size=8), EXTRAS, max_size=2)).items()),
    )


@st.composite
def _notes(draw: st.DrawFn, seats: int, most: int) -> tuple[tuple[str, ...], ...]:
    text = st.one_of(
        st.just(""), st.sampled_from(['say "r1"', "back\\slash", "two\nlines", "#1 [f]"]), st.text()
    )
    rows = []
    for _ in range(seats):
        row = draw(st.dictionaries(st.integers(0, most - 1), text, max_size=3))
        rows.append(tuple(row.get(order, "") for order in range(max(row, default=-1) + 1)))
    return tuple(rows)
