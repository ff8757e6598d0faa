"""Playing by a convention: decisions from views, honest and legal, and their explanations."""

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from random import Random
from typing import Any

import pytest
from conventions.example_conventions import convention_from
from msgspec.structs import replace

from handsight.conventions.convention_loader import check_source, load_convention
from handsight.conventions.interpreter.convention_player import ChoiceExplanation, ConventionPlayer, play_game
from handsight.conventions.library import Source, shipped
from handsight.errors import InputError
from handsight.game import Dice, shuffled
from handsight.hanabi import (
    RULE_SETS,
    Card,
    ClueGiven,
    Discard,
    GiveClue,
    Play,
    Setup,
    State,
    Terms,
    apply,
    deal,
    tiny,
    variant,
    view,
    why_illegal,
)

EVERYTHING = "careful-saves focus=reading +sense +quiet-stall +forget +known-trash +burn-late +gamble +trust"


def setup(players: int = 3, number: int = 0, **terms: Any) -> Setup:
    agreed = Terms(players, **terms)
    return Setup(agreed, shuffled(agreed.variant.deck(), Dice(7, number)))


def reasons(explanation: ChoiceExplanation) -> dict[str, str]:
    return {passed.rule: passed.reason for passed in explanation.passed}


def hidden(state: State, seat: int) -> list[int]:
    """The orders that a seat cannot see: its hand and the deck."""
    return [*state.hands[seat], *range(state.drawn, len(state.cards))]


def fits(state: State, deck: tuple[Card, ...], seat: int) -> bool:
    """Whether the clues the seat has heard would have touched the same cards."""
    held = set(state.hands[seat])
    touch = state.terms.variant.touch
    for event in state.events:
        if isinstance(event, ClueGiven) and event.clue is not None:
            mask = touch(event.clue)
            for order in held.intersection((*event.touched, *event.missed)):
                says = bool(mask >> state.terms.variant.identity(deck[order]) & 1)
                if says != (order in event.touched):
                    return False
    return True


def reshuffled(state: State, seat: int, dice: Random) -> State | None:
    """The same game with other cards where the seat cannot see them, if some fit the clues it heard."""
    orders = hidden(state, seat)
    for _ in range(40):
        faces = [state.cards[order] for order in orders]
        dice.shuffle(faces)
        deck = list(state.cards)
        for order, face in zip(orders, faces, strict=True):
            deck[order] = face
        if fits(state, tuple(deck), seat):
            return replace(state, setup=Setup(state.terms, tuple(deck)))
    return None


@pytest.mark.slow
@pytest.mark.parametrize("spec", [*shipped(), EVERYTHING])
def test_what_a_seat_cannot_see_does_not_change_what_it_does(spec: str) -> None:
    convention, dice, changed = load_convention(spec), Random(1), 0
    for state, choice in play_game(convention, setup(number=len(spec))):
        other = reshuffled(state, state.seat, dice)
        if other is None:
            continue
        changed += other.cards != state.cards
        bot = ConventionPlayer(convention)
        assert bot.decide(view(other, state.seat)).action == choice.action
    assert changed > 5


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_action_is_legal_and_the_game_ends(players: int, rules: str) -> None:
    convention = load_convention(EVERYTHING if players in (2, 3) else "save-clues")
    last = None
    for state, choice in play_game(convention, setup(players, 3, rules=RULE_SETS[rules])):
        assert choice.action is not None
        assert why_illegal(state, choice.action) is None
        last = apply(state, choice.action)
    assert last is not None
    assert last.over


@pytest.mark.parametrize(
    "name", ["Rainbow (5 Suits)", "Black (6 Suits)", "Up or Down (5 Suits)", "Clue Starved (6 Suits)"]
)
def test_conventions_play_variants_too(name: str) -> None:
    last = None
    for state, choice in play_game(load_convention(EVERYTHING), setup(variant=variant(name))):
        assert choice.action is not None
        last = apply(state, choice.action)
    assert last is not None
    assert last.over


def test_a_tiny_game_is_played_to_its_end() -> None:
    terms = Terms(2, tiny(2, 3), hand_size=2)
    tiny_setup = Setup(terms, shuffled(terms.variant.deck(), Dice(1)))
    *_, (state, choice) = play_game(load_convention("save-clues"), tiny_setup)
    assert choice.action is not None
    assert apply(state, choice.action).over


def test_bots_with_views_play_as_the_table_does() -> None:
    convention = load_convention("save-clues +forget")
    bots = [ConventionPlayer(convention) for _ in range(3)]
    for state, choice in play_game(convention, setup(number=5)):
        assert bots[state.seat].decide(view(state, state.seat)).action == choice.action


def test_a_bot_starts_anew_with_another_game() -> None:
    bot = ConventionPlayer(load_convention("minimal"))
    for number in (1, 2):
        moments = list(play_game(load_convention("minimal"), setup(number=number)))
        for state, choice in moments[::3]:
            assert bot.decide(view(state, state.seat)).action == choice.action


def test_an_explanation_names_every_rule_that_was_passed_over() -> None:
    convention = load_convention("minimal")
    names = [rule.name for rule in convention.acts]
    for state, choice in play_game(convention, setup(number=2)):
        explanation = ConventionPlayer(convention).explain(view(state, state.seat))
        assert explanation.action == choice.action
        assert explanation.rule is not None
        assert [passed.rule for passed in explanation.passed] == names[: names.index(explanation.rule)]
        assert all(passed.reason for passed in explanation.passed)
        if isinstance(choice.action, Discard) and state.clue_units:
            why = reasons(explanation)
            assert why["play"] == "no card with IP in my hand"
            assert why["point"] in (
                "no playable card without IP in other hands",
                "it is not true that c is the frontmost touched card",
                "no clue makes c IP",
            )
        if isinstance(choice.action, GiveClue) and explanation.rule == "stall":
            assert (
                reasons(explanation)["discard"]
                == "the team has all its clue tokens, so discarding is not allowed"
            )


def test_a_decision_explains_itself() -> None:
    """The explanation is that of the choice, even after the player has seen later views."""
    convention = load_convention("careful-saves")
    player, decisions = ConventionPlayer(convention), []
    for state, _ in islice(play_game(convention, setup(number=2)), 20):
        seen = view(state, state.seat)
        decisions.append((player.decide(seen), ConventionPlayer(convention).explain(seen)))
    for decision, explanation in decisions:
        assert decision.explain() == explanation
        assert (decision.action, decision.rule) == (explanation.action, explanation.rule)


def test_reasons_that_partners_hear_name_no_card() -> None:
    """What the letters stood for would show people their own cards."""
    bot, letters = ConventionPlayer(load_convention("careful-saves")), 0
    for state, _ in islice(play_game(bot.convention, setup(number=2)), 30):
        explanation = bot.explain(view(state, state.seat), ("Ann", "Ben", "Cas"))
        letters += len(explanation.letters) + sum(len(passed.letters) for passed in explanation.passed)
        assert not re.search(r"Ann|Ben|Cas|slot", str(explanation))
    assert letters


def test_a_rule_without_tokens_says_so() -> None:
    convention = load_convention("minimal")
    for state, _ in play_game(convention, setup(number=2)):
        if not state.clue_units:
            explanation = ConventionPlayer(convention).explain(view(state, state.seat))
            assert (
                explanation.rule == "play" or reasons(explanation)["point"] == "there is no clue token left"
            )
            break
    else:
        pytest.fail("this game never runs out of tokens; choose another")


def test_a_convention_without_an_action_says_so() -> None:
    state = deal(setup(2, 1))
    found = next(
        state
        for number in range(9)
        for state, choice in play_game(load_convention("minimal -stall"), setup(2, number))
        if choice.action is None
    )
    with pytest.raises(InputError, match="no rule of minimal -stall applies"):
        ConventionPlayer(load_convention("minimal -stall")).decide(view(found, found.seat))
    assert ConventionPlayer(load_convention("minimal -stall")).explain(view(found, found.seat)).rule is None
    decision = ConventionPlayer(load_convention("minimal")).decide(view(state, 0))
    assert isinstance(decision.action, Play | Discard | GiveClue)


# ---- single words, each in a rule that acts exactly when the word is true

WORD = """convention word
  flag IP promises playable
  update
    point: after a clue, the frontmost touched card without IP gains IP
  act
    yes: play my frontmost card, if {condition}
    no: discard my backmost card
    else: clue the rank of the backmost card of the next hand, even if untrue
"""


def holds(condition: str, state: State) -> bool:
    found = check_source(Source("word", WORD.format(condition=condition)))
    assert found.convention, found.problems
    return ConventionPlayer(found.convention).explain(view(state, state.seat)).rule == "yes"


def position() -> State:
    """Alice is to move, with a blue clue on her slot 1; red stands at 1, and a p4 is discarded.

    Bob holds r1 y1 b2 r2 g5, Cathy r3 r3 g1 y4 b1, front first.
    """
    terms = Terms(3)
    front = ["p3", "p1", "g2", "b3", "r1"], ["p4", "g5", "r2", "b2", "y1"], ["b1", "y4", "g1", "r3", "r3"]
    cards = [terms.variant.read(card) for hand in front for card in hand]
    rest = list(terms.variant.deck())
    for card in cards:
        rest.remove(card)
    state = deal(Setup(terms, (*cards, *rest)))
    blue = terms.variant.every_clue[3]
    for action in (Play(4), Discard(5), GiveClue(0, blue)):
        state = apply(state, action)
    return state


WORDS = {
    "clues left is 7": True,
    "strikes is 0": True,
    "deck left is 33": True,
    "turn is 3": True,
    "score is 1": True,
    "best score is 25": True,
    "pace is 1 + 33 + 3 - 25": True,
    "number of players is 3": True,
    "turns left is 36": True,
    "number of cards in the next hand is 5": True,
    "number of playable cards in other hands is 4": True,
    "some card in the next hand is a 5": True,
    "some card in the previous hand is a 5": False,
    "the backmost card in the next hand is a copy of some card in other hands": False,
    "some card in other hands is a copy of some card in other hands": True,
    "every card in the previous hand is needed": True,
    "the frontmost card in the previous hand is a 3": True,
    "rank of the lowest card in the next hand is 1": True,
    "front index of the highest card c in the next hand is 4": True,
    "hand offset of the first card in other hands is 1": True,
    "hand offset of the last card in other hands is 2": True,
    "back index of the backmost card of mine is 0": True,
    "some card of mine is clued": True,
    "number of clued cards in any hand is 1": True,
    "the backmost card of mine could be playable": True,
    "some card of mine is surely a 3": False,
    "some card of mine that is clued could be a 1": True,
    "some card of mine is surely playable": False,
    "the frontmost clued card c of mine could be a copy of some card in the next hand": True,
    "chance that the frontmost clued card of mine is a 5 is above 0": True,
    "chance that the frontmost card of mine is playable is below 1": True,
    "I know the backmost card of mine is trash": False,
    "some value is critical": True,
    "number of critical values is 6": True,
    "number of played values is 1": True,
    "some clue k to the next hand touches every card in the next hand": False,
    "number of number clues k to the next hand is 3": True,
    "number of colour clues k to the next hand that touches some card with IP is 0": True,
    "copies left of the frontmost card in the next hand is 3": True,
    "some critical value v is a 4 and some value is a 4": True,
    "stack of the frontmost card in the previous hand is 1": True,
    "never": False,
    "the next hand has IP": False,
    "my hand has IP": True,
    "some card with IP of mine is clued": True,
    "size of my hand is 5": True,
    "order of the backmost card of mine is 0": True,
    "suit of the frontmost card in the previous hand is 0": True,
    "holder of the frontmost card in the previous hand is the previous hand": True,
    "the next hand is the previous hand": False,
}


@pytest.mark.parametrize("condition", WORDS)
def test_a_word_means_what_it_says(condition: str) -> None:
    assert holds(condition, position()) == WORDS[condition]


REASONED = """convention house uses minimal
  act
    x, before point: give k, for a clue k, if k {verb} some card with IP in other hands IP "that one is known"
"""


def test_a_clue_leaves_what_was_there_and_makes_only_what_was_not() -> None:
    checked = check_source(Source("house", REASONED.format(verb="makes")))
    assert "can never apply" in checked.problems[0].message
    convention = convention_from(REASONED.format(verb="leaves"))
    acted = [choice.rule for _, choice in play_game(convention, setup(number=2))]
    assert [rule.name for rule in convention.acts].index("x") in acted


def test_a_rule_says_why_in_its_own_words() -> None:
    convention = convention_from(REASONED.format(verb="leaves"))
    for state, _ in play_game(convention, setup(number=2)):
        explanation = ConventionPlayer(convention).explain(view(state, state.seat))
        assert explanation.text == ("that one is known" if explanation.rule == "x" else "")
        assert str(explanation).endswith(f"{explanation.rule}: {explanation.text or 'it applies'}")


def test_games_played_at_once_do_not_meet() -> None:
    """What a rule was tried on at one table never shows at another, whichever bot decides in between."""
    robot = load_convention("robot4")

    def explanations(number: int) -> list[str]:
        bots = [ConventionPlayer(robot) for _ in range(2)]
        game = islice(play_game(robot, setup(2, number)), 30)
        return [repr(bots[state.seat].explain(view(state, state.seat))) for state, _ in game]

    alone = [explanations(number) for number in range(2)]
    often = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(2) as both:
            assert list(both.map(explanations, range(2))) == alone
    finally:
        sys.setswitchinterval(often)


def test_the_rule_of_an_action_counts_laws() -> None:
    convention = convention_from("""convention house
  flag TO promises needed
  law
    apart: no card with TO is a copy of another card with TO
  update
    touch: after a clue, every touched card gains TO
  act
    sure: play my frontmost card that I know is playable by promise
    point: give k, for a clue k, for a playable card c without TO in other hands, if k touches c
    discard: discard my backmost card without TO
    stall: give k, for a clue k, even if untrue
    last: discard my backmost card
""")
    names = [rule.name for rule in convention.acts]
    player = ConventionPlayer(convention)
    agreed = Terms(3)
    for state, choice in play_game(convention, Setup(agreed, shuffled(agreed.variant.deck(), Dice(0, 0)))):
        assert choice.action is not None
        assert choice.rule is not None
        found = player.rule_of(view(state, state.seat), choice.action)
        assert names.index(found) <= choice.rule
