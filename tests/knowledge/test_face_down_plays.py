"""The boards that face-down plays can make are those that a slower count finds."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from handsight.deals import Deal, Disjunction
from handsight.errors import TooLargeError
from handsight.game.bitmask import members
from handsight.hanabi import CardPlayed, Setup, State, Terms, View, deal, legal, play, tiny, variant, view
from handsight.hanabi.actions import Discard, GiveClue, Play
from handsight.knowledge import Knowledge
from handsight.knowledge.hanabi import face_down
from handsight.knowledge.hanabi.evidence import evidence
from handsight.knowledge.hanabi.face_down import FaceDownBoard, FaceDownDeal

SMALL = replace(tiny(3, 3), name="small hole", face_down=True)
TABLES = {
    "hole": Terms(3, SMALL, hand_size=3, max_clues=4, max_strikes=4),
    "hole of hidden clues": Terms(
        2, replace(SMALL, name="small dark hole", hides="value"), hand_size=3, max_clues=4, max_strikes=4
    ),
    "large hole": Terms(3, variant("Throw It in a Hole (5 Suits)")),
    "up or down hole": Terms(
        2, replace(variant("Up or Down (5 Suits)"), name="up or down hole", face_down=True)
    ),
}


def random_game(terms: Terms, seed: int) -> list[State]:
    dice = Random(seed)
    deck = list(terms.variant.deck())
    dice.shuffle(deck)
    states = [deal(Setup(terms, tuple(deck)))]
    while not states[-1].over:
        kind = dice.choice([Play, Play, Discard, GiveClue])
        choices = [action for action in legal(states[-1]) if isinstance(action, kind)]
        after = [play(states[-1], action) for action in choices or legal(states[-1])]
        fewest = min(state.strikes for state in after)
        states.append(
            dice.choice([state for state in after if state.strikes == fewest or dice.random() < 0.02])
        )
    return states


def followed_from_the_start(
    look: View, orders: tuple[int, ...], dealt: Deal | Disjunction
) -> Counter[tuple[tuple[int, ...], FaceDownBoard]]:
    """Count the ways to each board, by what clues leave the cards that do not lie face down."""
    plays = [event for event in look.events if isinstance(event, CardPlayed)]
    down = {event.order for event in plays if event.card is None}
    ways = Counter[tuple[tuple[int, ...], FaceDownBoard]]()
    total = 0
    disjunction = dealt if isinstance(dealt, Disjunction) else Disjunction((dealt,))
    for part, weight in zip(disjunction.parts, disjunction.weights, strict=True):
        mask_of = dict(zip(orders, part.masks, strict=True))
        left = tuple(mask for order, mask in mask_of.items() if order not in down)
        none = (0,) * len(look.terms.variant.suits)
        boards = Counter({FaceDownBoard(none, 0, look.discarded_copies, part.limits): weight})
        for event in plays:
            after = Counter[FaceDownBoard]()
            for board, count in boards.items():
                for made, copies in played(look.terms, board, event, mask_of.get(event.order, 0)):
                    after[made] += count * copies
            boards = after
            total += len(boards)
            if total > face_down.MAX_BOARDS:
                raise TooLargeError("boards")
        for board, count in boards.items():
            ways[left, board] += count
    return ways


def played(
    terms: Terms, board: FaceDownBoard, event: CardPlayed, mask: int
) -> Iterator[tuple[FaceDownBoard, int]]:
    if board.over(terms):
        return
    known = event.card is not None
    for identity in [terms.variant.identity(event.card)] if event.card else members(mask):
        copies = 1 if known else board.unseen[identity]
        if not copies:
            continue
        unseen = board.unseen if known else less(board.unseen, identity, 1)
        stacks = board.after(terms, event.seat, identity)
        if stacks is not None:
            yield FaceDownBoard(stacks, board.strikes, board.discarded, unseen), copies
        else:
            gone = less(board.discarded, identity, -1)
            yield FaceDownBoard(board.stacks, board.strikes + 1, gone, unseen), copies


def less(counts: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] - by, *counts[at + 1 :])


def check(state: State, seat: int) -> bool:
    look = view(state, seat)
    found = evidence(look)
    try:
        ways = followed_from_the_start(look, found.orders, found.clue_deal)
    except TooLargeError:
        assert "boards" in found.caveat
        return False
    going = {way: count for way, count in ways.items() if not way[1].over(look.terms)}
    if len({(left, board.unseen) for left, board in going}) > face_down.MAX_DEALS:
        assert "sets of cards" in found.caveat
        return False
    assert isinstance(found.deal, FaceDownDeal)
    assert not found.caveat
    kept = Counter[tuple[tuple[int, ...], FaceDownBoard]]()
    for part, board, weight in zip(found.deal.parts, found.deal.boards, found.deal.weights, strict=True):
        kept[part.masks, board] += weight
    dealt = {way: count for way, count in going.items() if count and Deal(way[0], way[1].unseen).ways}
    assert {way: count for way, count in kept.items() if count} == dealt
    plain = Disjunction(tuple(Deal(left, board.unseen) for left, board in dealt), tuple(dealt.values()))
    assert found.deal.ways == plain.ways
    assert found.deal.marginals == plain.marginals
    for part in found.deal.parts[:20]:
        assert part.marginals == Deal(part.masks, part.limits).marginals
    return True


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("step", [1, -1])
def test_boards_kept_equal_boards_followed_from_the_start(name: str, step: int) -> None:
    dice, counted = Random(3), 0
    terms = replace(
        TABLES[name], first_seat=0 if step == 1 else 1
    )  # another table: nothing of it is kept yet
    small = terms.variant.deck_size < 30
    for seed in range(2 if small and not terms.variant.hides else 1):
        states = [state for state in random_game(terms, seed) if not state.over]
        every = 4 if terms.variant.hides else 1  # hidden clues take long
        turns = [(state, seat) for state in states[::every] for seat in range(terms.players)]
        for state, seat in turns[::step]:  # as a timeline asks, or from the end, so that limits widen
            evidence(view(state, seat))
        for state, seat in dice.sample(turns, min(len(turns), 20 if small else 8)):
            counted += check(state, seat)
    assert counted > 3


def test_what_is_known_does_not_depend_on_what_was_asked_before() -> None:
    states = random_game(TABLES["hole"], seed=5)
    asked_in_turn = [repr(Knowledge(view(state, 0))) for state in states]
    face_down.replay_games.cache_clear()  # nothing is kept
    assert [repr(Knowledge(view(state, 0))) for state in reversed(states)] == asked_in_turn[::-1]


def test_too_many_boards_become_few_enough_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept of boards that were too many is not taken for all of them."""
    too_many = 0
    for most in range(4, 24):
        terms = Terms(
            3, SMALL, hand_size=3, max_clues=most, max_strikes=4
        )  # a table of which nothing is kept
        state = [state for state in random_game(terms, seed=1) if not state.over][-1]
        with monkeypatch.context() as patch:
            patch.setattr(face_down, "MAX_BOARDS", most)
            too_many += f"more than the {most} boards" in evidence(view(state, 0)).caveat
        assert check(state, 0)
    assert too_many > 5
