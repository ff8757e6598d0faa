"""What a file declares: names, worlds, events, and what each agent can tell apart."""

import re
from collections.abc import Collection, Iterator
from typing import Final

from handsight.errors import InputError
from handsight.logic.files.tokenizer import Scan
from handsight.logic.formulas import formula as make
from handsight.logic.formulas.event_model import Event, EventModel
from handsight.logic.formulas.formula import TRUE, Formula
from handsight.logic.formulas.names import unknown
from handsight.logic.formulas.parser import parse
from handsight.logic.law import State

_ATOM: Final = r"[^\W\d]\w*'*(?:\(\s*\w+'*\s*(?:,\s*\w+'*\s*)*\))?"
_TRUTH: Final = rf"{_ATOM}(?:\s*=\s*\w+'*)?"
_WORD: Final = r"\w+'*"
_RANGE: Final = r"\d{1,9}\s*\.\.\s*\d{1,9}(?!\d)"
_MOST_VALUES: Final = 20_000

Statement = tuple[str, Scan]


def _bare(words: str) -> str:
    return "".join(words.split())


class Declared:
    """The names in a file's declarations, and what they say; every name must be declared once."""

    def __init__(self, statements: list[Statement]) -> None:
        self.statements = statements
        self.agents: dict[str, None] = {}
        self.facts: dict[str, None] = {}
        self.values: dict[str, tuple[str, ...]] = {}
        self.events: dict[str, EventModel] = {}
        self.worlds: dict[str, State] = {}
        """The listed worlds, each with what is true in it; none where a law says what may be true."""
        self.sees: dict[str, tuple[str, ...]] = {}
        self.looks: dict[tuple[str, str], dict[str, frozenset[str]]] = {}
        """For an agent and an event model, or "" for the worlds, what it thinks possible in each."""
        for keyword, declare in (
            ("agents", self._agents),
            ("atoms", self._atoms),
            ("values", self._values),
            ("worlds", self._worlds),
            ("event", self._event_names),
            ("sees", self._sees),
            ("cells", self._cells),
            ("thinks", self._thinks),
        ):
            for scan in self.each(keyword):
                start = scan.place
                declare(scan)
                scan.finish()
                if keyword == "event":
                    scan.place = start
        self._make_events()

    def each(self, keyword: str) -> Iterator[Scan]:
        """The statements with this keyword, in order."""
        return (scan for name, scan in self.statements if name == keyword)

    def formula(self, scan: Scan) -> Formula:
        """The rest of the statement as a formula over the declared names."""
        text, point = scan.rest()
        return parse(text, self, point=point)

    def world(self, scan: Scan) -> str:
        """A declared world."""
        return _known(scan, scan.take(_WORD, "a world"), "world", self.worlds)

    def state(self, scan: Scan) -> State:
        """Truths apart by commas, perhaps in braces: declared ones, and one value for each variable."""
        braced = scan.maybe(r"\{") is not None
        start = scan.place
        true: list[str] = []
        while not scan.at_end() and not (braced and scan.text[scan.place] == "}"):
            true.append(self._truth(scan))
            if scan.maybe(",") is None:
                break
        if braced:
            scan.take(r"\}", "'}'")
        for variable, held in self.values.items():
            if len({value for value in held if f"{variable}={value}" in true}) != 1:
                raise scan.error(f"say one value of {variable}: {variable}={held[0]}, …", start)
        return State(true)

    def happening(self, scan: Scan) -> tuple[str, str | None]:
        """A declared event model, and one of its events if the statement names it."""
        model = _known(scan, scan.take(_WORD, "an event model"), "event model", self.events)
        if scan.maybe(":") is None:
            return model, None
        return model, _known(
            scan, scan.take(_WORD, "an event"), f"event of {model}", self.events[model].events
        )

    def _truth(self, scan: Scan) -> str:
        words = _bare(scan.take(_TRUTH, "an atom or x=v"))
        name, equals, value = words.partition("=")
        if not equals:
            return _known(scan, name, "atom", self.facts)
        _known(scan, name, "variable", self.values)
        _known(scan, value, f"value of {name}", self.values[name])
        return words

    def _listed(self, scan: Scan, pattern: str, what: str) -> Iterator[str]:
        yield _bare(scan.take(pattern, what))
        while scan.maybe(",") is not None:
            yield _bare(scan.take(pattern, what))

    def _agents(self, scan: Scan) -> None:
        for name in self._listed(scan, _WORD, "an agent's name"):
            _new(scan, name, self.agents)
            self.agents[name] = None

    def _atoms(self, scan: Scan) -> None:
        for name in self._listed(scan, _ATOM, "an atom's name"):
            _new(scan, name, self.facts)
            try:
                self.facts[make.atom(name).label[0]] = None
            except InputError as error:
                raise scan.error(error.message, scan.place - len(name)) from None

    def _values(self, scan: Scan) -> None:
        name = _bare(scan.take(_ATOM, "a variable's name"))
        _new(scan, name, {**self.facts, **self.values})
        scan.take("=", "'=' and the values")
        if span := scan.maybe(_RANGE):
            low, high = map(int, _bare(span).split(".."))
            self._room_for(scan, name, high - low + 1)
            held = [str(value) for value in range(low, high + 1)]
        else:
            held = list(self._listed(scan, _WORD, "a value"))
        self._room_for(scan, name, len(held))
        if not held or len(set(held)) < len(held):
            raise scan.error(f"{name} needs different values, at least one")
        self.values[name] = tuple(held)

    def _room_for(self, scan: Scan, name: str, number: int) -> None:
        every = number + sum(map(len, self.values.values()))
        if every > _MOST_VALUES:
            raise scan.error(f"with {name} there would be {every:,} values; {_MOST_VALUES:,} is the most")

    def _worlds(self, scan: Scan) -> None:
        while not scan.at_end():
            line_end = scan.text.find("\n", scan.place, scan.end)
            line = Scan(scan.text, scan.place, scan.end if line_end < 0 else line_end, scan.point)
            name = line.take(_WORD, "a world's name")
            _new(line, name, self.worlds)
            line.take(":", "':' and what is true there")
            self.worlds[name] = self.state(line)
            line.finish()
            scan.place = line.end

    def _sees(self, scan: Scan) -> None:
        agent = self._agent(scan)
        scan.take(":", "':' and what the agent sees")
        seen = list(self.sees.get(agent, ()))
        while not scan.at_end():
            name = _bare(scan.take(_ATOM, "an atom or a variable"))
            seen.append(_known(scan, name, "atom or variable", {**self.facts, **self.values}))
            if scan.maybe(",") is None:
                break
        self.sees[agent] = tuple(dict.fromkeys(seen))

    def _agent(self, scan: Scan) -> str:
        return _known(scan, scan.take(_WORD, "an agent"), "agent", self.agents)

    def _whose(self, scan: Scan) -> tuple[tuple[str, str], Collection[str], str]:
        """An agent and perhaps an event model, up to the colon; and what there is to tell apart."""
        agent = self._agent(scan)
        model = scan.maybe(_WORD) or ""
        if model:
            _known(scan, model, "event model", self.events)
        scan.take(":", "':'")
        if (agent, model) in self.looks:
            raise scan.error(f"what {agent} can tell apart is said twice; leave one")
        return (
            (agent, model),
            (self.events[model].events if model else self.worlds),
            "event" if model else "world",
        )

    def _cells(self, scan: Scan) -> None:
        whose, things, kind = self._whose(scan)
        look = {thing: frozenset((thing,)) for thing in things}
        placed: set[str] = set()
        while True:
            cell = self._several(scan, things, kind)
            if twice := sorted(placed & cell):
                raise scan.error(f"{twice[0]} is in two cells; leave it in one")
            placed |= cell
            look.update(dict.fromkeys(cell, cell))
            if scan.maybe(r"\|") is None:
                break
        self.looks[whose] = look

    def _thinks(self, scan: Scan) -> None:
        whose, things, kind = self._whose(scan)
        look: dict[str, frozenset[str]] = {}
        while True:
            thing = _known(scan, scan.take(_WORD, f"a {kind}"), kind, things)
            _new(scan, thing, look)
            scan.take("->", "'->' and what is thought possible")
            look[thing] = self._several(scan, things, kind)
            if scan.maybe(",") is None:
                break
        if missing := [thing for thing in things if thing not in look]:
            raise scan.error(f"say what {whose[0]} thinks possible in {missing[0]} too")
        self.looks[whose] = look

    def _several(self, scan: Scan, things: Collection[str], kind: str) -> frozenset[str]:
        found = []
        while name := scan.maybe(_WORD):
            found.append(_known(scan, name, kind, things))
        return frozenset(found)

    def _event_names(self, scan: Scan) -> None:
        """First only the names, since events may be asked about in each other's formulas."""
        model, event = self._event(scan)
        known = dict(self.events[model].events) if model in self.events else {}
        _new(scan, event, known)
        self.events[model] = EventModel({**known, event: Event()}, {})
        scan.rest()

    def _event(self, scan: Scan) -> tuple[str, str]:
        model = scan.take(_WORD, "the event model's name")
        scan.take(":", "':' and the event's name")
        return model, scan.take(_WORD, "the event's name")

    def _make_events(self) -> None:
        made: dict[str, dict[str, Event]] = {}
        for scan in self.each("event"):
            model, event = self._event(scan)
            made.setdefault(model, {})[event] = self._happens(scan)
        for model, events in made.items():
            everything = {event: frozenset(events) for event in events}
            considers = {agent: self.looks.get((agent, model), everything) for agent in self.agents}
            self.events[model] = EventModel(events, considers)

    def _happens(self, scan: Scan) -> Event:
        pre = TRUE
        if scan.maybe(r"if\b"):
            then = re.compile(r"\bthen\b").search(scan.text, scan.place, scan.end)
            pre = self.formula(Scan(scan.text, scan.place, then.start() if then else scan.end, scan.point))
            scan.place = then.start() if then else scan.end
        post: dict[str, Formula] = {}
        if scan.maybe(r"then\b"):
            while True:
                fact = _known(scan, _bare(scan.take(_ATOM, "an atom")), "atom", self.facts)
                _new(scan, fact, post)
                scan.take(":=", "':=' and what the atom becomes")
                more = re.compile(rf",\s*(?={_ATOM}\s*:=)").search(scan.text, scan.place, scan.end)
                stop = more.start() if more else scan.end
                post[fact] = self.formula(Scan(scan.text, scan.place, stop, scan.point))
                scan.place = more.end() if more else scan.end
                if more is None:
                    break
        scan.finish()
        return Event(pre, post)


def _known(scan: Scan, name: str, kind: str, known: Collection[str]) -> str:
    """The name, if it was declared; the scan stands right behind it."""
    if name not in known:
        raise scan.error(unknown(kind, name, known).message, scan.place - len(name))
    return name


def _new(scan: Scan, name: str, known: Collection[str]) -> None:
    if name in known:
        raise scan.error(f"{name} is declared twice; leave one", scan.place - len(name))
