"""The log language of Boeren Bridge: read it, and write it back; `boeren_log.lark` shows how it looks."""

import json
import re
from collections.abc import Iterator

from handsight.boeren import RULE_SETS, SUIT_NAMES, TEXT, Bid, Play, Rules
from handsight.notation.boeren.log_reader import Page
from handsight.notation.boeren.record import Round
from handsight.notation.boeren.validate import validate
from handsight.notation.grammar import statements
from handsight.notation.hanabi.log_words import LogDiagnostics
from handsight.notation.record import CheckedGame, Written
from handsight.text.diagnostics import Problem

WORDS = {
    "SEAT": "a seat (P0 to P3)",
    "STRING": 'a text in quotes ("Dan D.")',
    "CARD": "a card (AS or ♠A)",
    "NUMBER": "a number",
    "SUIT": "a suit (Clubs, Diamonds, Hearts, Spades)",
    "NAME": "a name",
    "WORD": "a word",
    "BIDS": "bids",
    "PLAYS": "plays",
    "HOLDS": "holds",
    "OF": "of",
    "BRIDGE": "Bridge",
    "ROUND": "Round",
    "CARDS": "Cards",
    "TRUMP": "Trump",
    "TURNED": "Turned",
    "DEALER": "Dealer",
    "PLAYERS": "Players",
    "RULES": "Rules",
    "SWITCH": "Switch",
    "BIDDING": "Bids unknown",
    "UNKNOWN": "unknown",
    "BOEREN": "Boeren",
}
_BARE = re.compile(
    r"(?!(boeren|round|cards|trump|turned|dealer|players|rules|switch|bids|north|east|south|west|p\d+)\Z)"
    r"[\w.:/-]+\Z",
    re.IGNORECASE,
)


def read(text: str, label: str, *, rules: Rules | None = None) -> Iterator[CheckedGame[Round]]:
    """Read every round of a log; *rules* overrule what it says."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    preamble = page = Page(LogDiagnostics(plain.split("\n")))
    pages = [page]
    for item in statements("boeren/log.lark", plain, WORDS):
        if isinstance(item, Problem):
            page.complain(item)
            continue
        if item.data == "round":
            page = Page(preamble.clerk, rules=preamble.rules, names=preamble.names)
            pages.append(page)
        page.take(item)
    rounds = [page for page in pages if page.said or page.problems or len(pages) == 1]
    for number, found in enumerate(rounds, 1):
        yield validate(found.draft(rules), f"{label}:{number}")


def write(*rounds: Round, remark: str = "") -> Written:
    """Write rounds and positions as one log, with a remark for people at its head."""
    head = ["Boeren Bridge", *([f"# {' '.join(remark.split())}"] if remark else [])]
    return Written("\n".join([*head, *("\n" + "\n".join(_lines(game)) for game in rounds)]) + "\n")


def _lines(game: Round) -> Iterator[str]:
    setup, terms = game.setup, game.setup.terms
    yield "Round" if game.id is None else f"Round {_word(game.id)}"
    if game.names:
        yield f"Players {' '.join(map(_word, game.names))}"
    yield from _rule_lines(terms.rules.switched("trump", "separate") if setup.turned else terms.rules)
    yield f"Cards {terms.hand_size}" + (f" of {len(terms.pack)}" if terms.stock else "")
    yield f"Turned {setup.turned}" if setup.turned else f"Trump {SUIT_NAMES[setup.trump]}"
    yield f"Dealer P{setup.dealer}"
    yield from (f"P{seat} holds {' '.join(map(str, hand))}" for seat, hand in enumerate(setup.hands))
    if not terms.bidding:
        yield "Bids unknown"
    for before, after, action in zip(game.states, game.states[1:], game.actions, strict=False):
        match action:
            case Bid(tricks):
                yield f"P{before.seat} bids {tricks}"
            case Play(card):
                if not before.trick:
                    yield ""
                taken = "" if after.trick else f"  # P{after.leader} takes the trick"
                yield f"P{before.seat} plays {card}{taken}"


def _rule_lines(rules: Rules) -> Iterator[str]:
    if rules == TEXT:
        return
    if rules.name in RULE_SETS:
        yield f"Rules {rules.name}"
        return
    plain = TEXT.switches
    yield from (f"Switch {name} {value}" for name, value in rules.switches.items() if value != plain[name])


def _word(text: str) -> str:
    """Write a text as a plain word where it can be read back as one, else in quotes."""
    return text if _BARE.match(text) else json.dumps(text, ensure_ascii=False)
