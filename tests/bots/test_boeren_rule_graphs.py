"""The graphs of rules of Boeren Bridge: what bots walk, say and draw is the same data."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from boeren_rounds import random_round

from bench.tables.peeking_bots import AUTHOR_LOSE, AUTHOR_WIN, FULL_PEEKING, GREEDY_PEEKING
from handsight.boeren import DEFAULT_RULES, SEATS, Bid, Card, Play, Setup, State, Terms, deal, play, view
from handsight.boeren.view import spectator_view
from handsight.bots import BotSpec
from handsight.bots.boeren.kripke_bots import GraphBot, explain_bid
from handsight.bots.boeren.rule_graphs.bot_graphs import GRAPHS, LOSE, WIN
from handsight.bots.boeren.rule_graphs.rule_graph import (
    ChoiceNode,
    QuestionNode,
    RuleGraph,
    Walk,
    graph_lines,
    graph_svg,
    picture_name,
)
from handsight.bots.bot import as_decision
from handsight.game import Dice
from handsight.roster.boeren import ROSTER, rule_graphs

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "explanation" / "boeren-agents.md"
HEARTS = 2
WALKING = [spec for spec in (*ROSTER.values(), GREEDY_PEEKING, FULL_PEEKING) if rule_graphs(spec)]
by_name = pytest.mark.parametrize("graph", [*GRAPHS, AUTHOR_WIN, AUTHOR_LOSE], ids=lambda graph: graph.name)


def hand(text: str) -> tuple[Card, ...]:
    return tuple(sorted(map(Card.read, text.split())))


def table(hands: list[str], trump: int, bids: list[int], plays: str = "") -> State:
    """Deal, bid (North first) and play some cards."""
    rules = DEFAULT_RULES.switched("dealer_change", "none")
    state = deal(Setup(Terms(len(hands[0].split()), rules=rules), tuple(map(hand, hands)), trump, SEATS - 1))
    for bid in bids:
        state = play(state, Bid(bid))
    for card in plays.split():
        state = play(state, Play(Card.read(card)))
    return state


def reason(name: str, state: State) -> str:
    bot = ROSTER[name].make(DEFAULT_RULES, state.seat, Dice(1))
    return as_decision(bot.decide(view(state, state.seat))).explain()


OPEN = ["AH QD KS", "KH QH AD", "AC QC QS", "KC KD AS"]


LEADS = "it leads to the trick"
WANTS = "it bid 1, has 0 and wants this one"
VOID = "spades were led; it holds no spades"
REASONS = [
    ("greedy", "", "always the highest of 3 legal cards: ♥A, worth 38"),
    ("greedy-kripke", "QD", "♦A is the only card that it may play"),
    (
        "greedy-kripke",
        "",
        (
            f"{LEADS}; hearts are trump and East, South or West may hold ♥Q or ♥K; ♥A is master"
            " → play the highest trump: ♥A (win graph, 4)"
        ),
    ),
    (
        "full-kripke",
        "KS",
        (
            f"{WANTS}: {VOID}; it holds ♥Q and ♥K; South and West are still to play; "
            "♥Q and ♥K would beat ♠K; South or West may hold ♠Q or ♠A; South or West may hold ♥A; "
            "they may beat every trump it holds → play the worst card: ♦A (win graph, 35)"
        ),
    ),
    (
        "counter",
        "KS",
        (
            f"{WANTS}: {VOID}; ♥Q cannot be beaten with probability 64%; "
            "♥K cannot be beaten with probability 64%"
            " → play the lowest such trump: ♥Q (likely win graph, 22)"
        ),
    ),
]


@pytest.mark.parametrize(
    ("name", "plays", "said"), REASONS, ids=[f"{name}-{plays}" for name, plays, _ in REASONS]
)
def test_a_bot_says_the_path_that_led_to_its_card(name: str, plays: str, said: str) -> None:
    assert reason(name, table(OPEN, HEARTS, [1, 1, 1, 1], plays)) == said


def test_a_bot_that_has_its_bid_plays_to_lose() -> None:
    said = reason("full-kripke", table(OPEN, HEARTS, [0, 1, 1, 1]))
    assert said == f"it bid 0, has 0 and wants no more: {LEADS} → play the worst card: ♦Q (lose graph, 2)"


def test_the_authors_bot_admits_that_it_looks() -> None:
    state = table(OPEN, HEARTS, [1, 1, 1, 1], "KS")
    bot = GREEDY_PEEKING.make(DEFAULT_RULES, state.seat, Dice(1))
    said = as_decision(bot.decide(spectator_view(state, state.seat))).explain()
    assert "I have looked: others have ♥A" in said
    assert said.endswith("→ play the highest trump, wherever higher ones are: ♥K (author's win graph, 32)")


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("AS KS QS", "11.00, that of the pack 14.25: q = 0.772, below 0.8 → no trick: 0"),
        (
            "KH AS AD",
            "16.00, that of the pack 14.25: q = 1.123, at least 1.1 and below 1.3 → half of the tricks: 1",
        ),
        ("AH KH AS", "20.33, that of the pack 14.25: q = 1.427, at least 1.3 → all tricks: 3"),
    ],
)
def test_a_bid_is_explained_by_the_ratio_and_its_limits(cards: str, said: str) -> None:
    rest = [card for card in Terms(3).pack if card not in hand(cards)]
    hands = (hand(cards), *(tuple(rest[at : at + 3]) for at in (0, 3, 6)))
    seen = view(deal(Setup(Terms(3), hands, HEARTS, SEATS - 1)), 0)
    bid = ROSTER["greedy"].make(DEFAULT_RULES, 0, Dice(1)).decide(seen)
    assert as_decision(bid).explain() == f"the mean card of the hand is worth {said}"
    moved = explain_bid(seen, Bid(as_decision(bid).action.tricks + 1))
    assert "so the dealer moves to" in moved


def walks(spec: BotSpec, terms: Terms, rounds: int) -> Iterator[Walk]:
    """The path of a bot in every position of random rounds."""
    for seed in range(rounds):
        for state in random_round(terms, seed):
            if state.bidding:
                continue
            bot = spec.make(DEFAULT_RULES, state.seat, Dice(seed))
            assert isinstance(bot, GraphBot)
            yield bot.walk((view if spec.honest else spectator_view)(state, state.seat))


@pytest.mark.parametrize("spec", WALKING, ids=lambda spec: spec.name)
def test_every_path_says_its_facts(spec: BotSpec) -> None:
    graphs = rule_graphs(spec)
    for terms in (Terms(4), Terms(3, 6)):
        for walk in walks(spec, terms, 8):
            assert walk.graph in graphs
            assert len(walk.facts) == len(walk.questions) == len(walk.route)
            assert all(walk.facts)
            assert walk.cards
            text = walk.explain(walk.cards[0])
            assert text.count("→") == 1
            assert text.endswith(f"({walk.graph.name} graph, {walk.number})")


@pytest.mark.parametrize(
    ("spec", "unreached"),
    [(ROSTER["greedy-kripke"], set()), (ROSTER["full-kripke"], set()), (FULL_PEEKING, {34})],
)
def test_every_node_is_reached(spec: BotSpec, unreached: set[int]) -> None:
    """But for one: the program asks whether others have the suit led, and counts the card that was led."""
    reached: dict[str, set[int]] = {graph.name: set() for graph in rule_graphs(spec)}
    for terms in (Terms(5), Terms(3, 6)):
        for walk in walks(spec, terms, 120):
            reached[walk.graph.name] |= {walk.number}
    for graph in rule_graphs(spec):
        ends = {node.number for node in graph.nodes if isinstance(node.node, ChoiceNode)}
        assert ends - reached[graph.name] == (unreached if "win" in graph.name else set())


@by_name
def test_nodes_are_numbered_in_the_order_of_telling(graph: RuleGraph) -> None:
    assert [node.number for node in graph.nodes] == list(range(1, len(graph.nodes) + 1))
    assert len({node.route for node in graph.nodes}) == len(graph.nodes)
    for number, route, node in graph.nodes:
        assert graph.number(route) == number
        assert node.text.endswith("?") or "?" in node.text if isinstance(node, QuestionNode) else node.text
    assert len(graph_lines(graph)) == len(graph.nodes)


@by_name
def test_a_drawing_has_every_node_and_marks_a_path(graph: RuleGraph) -> None:
    drawn = ET.fromstring(graph_svg(graph))  # noqa: S314  our own drawing
    boxes = [group for group in drawn if group.get("class", "").startswith("node")]
    assert [int(box.get("data-number", "")) for box in boxes] == [node.number for node in graph.nodes]
    assert not re.search("on-path", graph_svg(graph))
    last = graph.nodes[-1]
    marked = ET.fromstring(graph_svg(graph, last.route))  # noqa: S314  as above
    passed = [box for box in marked if "node" in box.get("class", "") and "on-path" in box.get("class", "")]
    assert len(passed) == len(last.route) + 1
    assert int(passed[-1].get("data-number", "")) == last.number
    assert sum(line.startswith(">") for line in graph_lines(graph, last.route)) == len(passed)


@by_name
def test_the_pictures_of_the_documentation_are_current(graph: RuleGraph) -> None:
    picture = ROOT / "docs" / "pictures" / picture_name(graph)
    hint = "write it with: python -m bench.pictures.rule_graph_pictures"
    assert picture.read_text(encoding="utf-8") == graph_svg(graph), hint
    assert f"../pictures/{picture.name}" in PAGE.read_text(encoding="utf-8")


def test_the_page_tells_the_graphs_as_they_are() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for graph in (WIN, LOSE):
        assert "\n".join(line.strip() for line in graph_lines(graph)) in "\n".join(
            line.strip() for line in page.splitlines()
        )
