"""The log language of Boeren Bridge: read it, and write it; `log.lark` shows what it looks like."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from handsight.boeren import DEFAULT_RULES, RULE_SETS, SUIT_NAMES, Bid, Play, Rules
from handsight.notation.boeren.log_reader import LogRound
from handsight.notation.boeren.record import Round
from handsight.notation.boeren.validate import validate
from handsight.notation.record import CheckedGame, Written
from handsight.text.front_end import LineLanguage
from handsight.text.statements import Fault, WordDiagnostics

LOG = LineLanguage(
    grammar=Path(__file__).parent / "log.lark",
    names={
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
        "UNKNOWN": "unknown",
    },
    keywords={
        "Boeren": "title",
        "Round": "round",
        "Cards": "cards",
        "Trump": "trump",
        "Turned": "turned",
        "Dealer": "dealer",
        "Players": "players",
        "Rules": "rules",
        "Switch": "switch",
        "Bids": "silent",
    },
    verbs=("bids", "plays", "holds"),
    opening="a seat (P0 to P3), or a word such as Round, Cards, Trump or Dealer",
    most_faults=20,
)
_BARE = re.compile(
    r"(?!(boeren|round|cards|trump|turned|dealer|players|rules|switch|bids|north|east|south|west|p\d+)\Z)"
    r"[\w.:/-]+\Z",
    re.IGNORECASE,
)


def read(text: str, label: str, *, rules: Rules | None = None) -> Iterator[CheckedGame[Round]]:
    """Read and validate every round of a log; *rules* overrule what it says."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    preamble = current = LogRound(WordDiagnostics(plain.split("\n")))
    rounds = [current]
    for item in LOG.statements(plain):
        if isinstance(item, Fault):
            current.report(item.line, item.column, item.message)
            continue
        if item.kind == "round":
            diagnostics = WordDiagnostics(preamble.diagnostics.lines)
            current = LogRound(diagnostics, rules=preamble.rules, names=preamble.names)
            rounds.append(current)
        current.read(item)
    known = [one for one in rounds if one.positions or one.diagnostics.problems or len(rounds) == 1]
    for number, one in enumerate(known, 1):
        yield validate(one.parsed(rules), f"{label}:{number}")


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
    if rules == DEFAULT_RULES:
        return
    if rules.name in RULE_SETS:
        yield f"Rules {rules.name}"
        return
    plain = DEFAULT_RULES.switches
    yield from (f"Switch {name} {value}" for name, value in rules.switches.items() if value != plain[name])


def _word(text: str) -> str:
    """Write a text as a plain word where it can be read back as one, else in quotes."""
    return text if _BARE.match(text) else json.dumps(text, ensure_ascii=False)
