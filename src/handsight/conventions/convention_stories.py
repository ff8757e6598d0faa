"""Stories, executable examples of a convention: a position, one action, and what must follow, as text.

`docs/reference/convention-language.md` shows one. A hand is written front (newest card) first; in brackets
after a card stand its flags and the clues that touched it: ``r1(IP, red)``. Slots count from 1, the newest.
``Alice acts`` lets the convention choose, and ``then Alice clues Bob 4, by save`` says what it chose, and by
which rule. Other lines: ``clues 3``, ``strikes 1``, ``rules stacks``, ``deck 10`` (the other cards of the
deck have been discarded, useless ones first), ``table EARLY`` and ``hand Bob EM`` for flags of the table and
of hands. Update rules without an `after`, and those after the deal, run before the story begins. After a
``then`` the story may go on: each further action is that of the next player, and what follows it is claimed
after it.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

from msgspec import Struct, field
from msgspec.structs import replace

from handsight import hanabi
from handsight.conventions.convention_loader import load_convention
from handsight.conventions.interpreter.core_interpreter import Action, Interpreter, RuleChoice
from handsight.conventions.interpreter.public_state import public_state
from handsight.conventions.interpreter.rule_context import Context, Memory
from handsight.errors import HandsightError, InputError
from handsight.game.bitmask import mask_of
from handsight.game.seat_names import seat_named
from handsight.hanabi import variant
from handsight.notation.hanabi.table_text import action_text, read_clue
from handsight.text.counting_from_one import slot_index

_CARD = re.compile(r"([^\s()]+)(?:\(([^)]*)\))?")
_NUMBERS = {"clues": 8, "strikes": 2, "deck": 50}
"""The numbers that a line may give, and the largest value of each before a turn."""
_ACTION = re.compile(r"\w+ (?:acts|(?:plays|discards) .+|clues \w+ \w+)")


class StoryTurn(Struct):
    """An action, and what must follow, with their line numbers."""

    action: tuple[int, str]
    claims: list[tuple[int, str]] = field(default_factory=list)


class Story(Struct):
    """A story: a position, and one action or more."""

    name: str
    line: int
    by: str = "minimal"
    seats: list[str] = field(default_factory=list)
    hands: list[list[tuple[hanabi.Card, list[str]]]] = field(default_factory=list)
    stacks: dict[int, int] = field(default_factory=dict)
    discarded: list[hanabi.Card] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    rules: str = "official"
    marks: list[tuple[str, str]] = field(default_factory=list)
    """Flags of hands, by the name of the player, and of the table, by an empty name."""
    turns: list[StoryTurn] = field(default_factory=list)

    @property
    def claims(self) -> list[tuple[int, str]]:
        """Everything that is claimed, in order."""
        return [claim for turn in self.turns for claim in turn.claims]


def parse_stories(text: str) -> Iterator[Story]:
    """Parse the stories of a file; an InputError has the number of the line that cannot be understood."""
    story: Story | None = None
    for number, full in enumerate(text.split("\n"), 1):
        line = " ".join(full.split("#")[0].split())
        if not line:
            continue
        if line.startswith("story "):
            if story:
                yield _complete(story)
            story = Story(line.removeprefix("story ").strip(), number)
        elif story is None:
            raise InputError("a story begins with `story` and its name", line=number)
        else:
            _parse_line(story, line, number)
    if story:
        yield _complete(story)


def _complete(story: Story) -> Story:
    told = story.turns and story.turns[-1].claims
    if len(story.hands) < 2 or not all(story.hands) or not told:
        needed = "two hands that hold cards, an action, and what must follow"
        raise InputError(f"story {story.name!r} is not complete; it needs {needed}", line=story.line)
    return story


def _parse_line(story: Story, line: str, number: int) -> None:  # noqa: C901  # one case for each line
    cards = variant("No Variant")
    keyword, _, rest = line.partition(" ")
    try:
        if keyword == "by":
            story.by = rest.strip()
        elif keyword == "rules":
            story.rules = hanabi.rule_set(rest.strip()).name
        elif keyword in _NUMBERS:
            story.numbers[keyword] = parse_number(rest, _NUMBERS[keyword], keyword)
        elif keyword == "stacks":
            story.stacks |= {card.suit: card.rank for card in map(cards.read, rest.split())}
        elif keyword == "discarded":
            story.discarded += [cards.read(card) for card in rest.split()]
        elif keyword == "then" and story.turns:
            story.turns[-1].claims += [(number, claim.strip()) for claim in rest.split(",")]
        elif keyword == "table" and not story.turns:
            story.marks += [("", flag) for flag in rest.split()]
        elif keyword == "hand" and not story.turns and len(rest.split()) > 1:
            name, *flags = rest.split()
            story.marks += [(name, flag) for flag in flags]
        elif rest.startswith("holds "):
            story.seats.append(keyword)
            story.hands.append(_parse_hand(cards, rest.removeprefix("holds ")))
        elif _ACTION.fullmatch(line):
            story.turns.append(StoryTurn((number, line)))
        else:
            raise InputError("expected a hand, an action, `then` after one, or a line such as `clues 3`")
    except HandsightError as error:
        raise InputError(f"{line!r} cannot be understood: {error}", line=number) from None


def parse_number(text: str, most: int, what: str, least: int = 0) -> int:
    """Return a text as a number from *least* to *most*, or raise InputError that calls it *what*."""
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and least <= int(text) <= most):
        raise InputError(f"{what} {text!r} is not possible; write a number from {least} to {most}")
    return int(text)


def _parse_hand(cards: hanabi.Variant, text: str) -> list[tuple[hanabi.Card, list[str]]]:
    if _CARD.sub("", text).strip():
        raise InputError("a hand is written as cards, each with its marks in brackets: r1 y4(IP, red) g2")
    found = _CARD.findall(text)
    return [(cards.read(card), [mark.strip() for mark in marks.split(",") if mark]) for card, marks in found]


CLAIMS = (
    "Bob's b1 has IP",
    "Bob's slot 2 has no IP",
    "nothing has IP",
    "Bob's b1 is promised b1 r1",
    "Bob's b1 is read b1 b2",
    "Bob takes b1 for b1",
    "Bob is asked b1",
    "nobody is asked",
    "the table has IP",
    "Bob has no IP",
    "Alice clues Bob blue",
    "Alice plays r1",
    "Alice discards slot 4",
    "by point",
)
"""An example of each kind of claim that a story can make."""
_FLAG = re.compile(r"[A-Z][A-Z0-9]*$")


class Failure(Struct, frozen=True):
    """A claim that is not true, or an action that cannot be taken."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


def run_story(story: Story) -> list[Failure]:
    """Run a story; return its false claims and impossible action; InputError if it cannot be run at all."""
    try:
        return _StoryRun(story).failures()
    except HandsightError as error:
        if isinstance(error, InputError) and error.line is not None:
            raise
        raise InputError(f"story {story.name!r} cannot be run: {error}", line=story.line) from error


class _StoryRun:
    """One run of a story: its position, its memory and the last choice."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.convention = load_convention(story.by)
        self.flags = [flag.name for flag in self.convention.flags]
        self.interpreter = Interpreter(self.convention.core)
        self.before = self._position()
        self.after = self.before
        self.public = public_state(self.before)
        self.memory = self._initial_memory()
        self.choice = RuleChoice(None, None)

    def failures(self) -> list[Failure]:
        """Play the story; return its false claims, and the action at which it had to stop, if any."""
        found: list[Failure] = []
        for turn in self.story.turns:
            fault = self._act(turn.action[1])
            if fault:
                return [*found, Failure(turn.action[0], fault)]
            checked = [(line, self._fault(claim)) for line, claim in turn.claims]
            found += [Failure(line, wrong) for line, wrong in checked if wrong]
        return found

    def _act(self, text: str) -> str:
        """Take an action and apply the update rules; return why it cannot be taken, or ""."""
        self.before = self.after
        try:
            if self._seat(text.split(maxsplit=1)[0]) != self.before.seat:
                return f"it is {self.story.seats[self.before.seat]}'s turn"
            if text.endswith(" acts"):
                seen = hanabi.view(self.before, self.before.seat)
                self.choice = self.interpreter.decide(seen, self.public, self.memory)
            else:
                self.choice = RuleChoice(self._action(text), None)
        except HandsightError as error:
            return str(error)
        action = self.choice.action
        fault = (
            "no rule applies" if action is None else (hanabi.why_illegal(self.before, action) or ("", ""))[1]
        )
        if fault or action is None:
            return fault
        self.after = hanabi.apply(self.before, action)
        new = self.after.events[len(self.before.events) :]
        ((self.public, self.memory),) = self.interpreter.follow(self.public, self.memory, new)
        return ""

    # ---- the position

    def _position(self) -> hanabi.State:
        story = self.story
        line, first = story.turns[0].action
        size = max(map(len, story.hands))
        terms = hanabi.Terms(max(2, len(story.hands)), rules=hanabi.rule_set(story.rules), hand_size=size)
        kinds = terms.variant
        held = [card for hand in story.hands for card, _ in reversed(hand)]
        ends = [0]
        for hand in story.hands:
            ends.append(ends[-1] + len(hand))
        hands = tuple(tuple(range(end - 1, begin - 1, -1)) for begin, end in pairwise(ends))
        played = [hanabi.Card(suit, rank) for suit, top in story.stacks.items() for rank in range(1, top + 1)]
        rest = Counter(kinds.deck())
        rest.subtract([*held, *played, *story.discarded])
        if min(rest.values()) < 0:
            face = min(rest, key=lambda card: rest[card])
            copies = kinds.copies[kinds.identity(face)]
            has = f"the deck has only {copies} {'copy' if copies == 1 else 'copies'} of {kinds.text(face)}"
            raise InputError(f"{has}, this story uses {copies - rest[face]}")
        unseen = [card for card in rest.elements() if card.rank <= story.stacks.get(card.suit, 0)]
        useful = [card for card in rest.elements() if card.rank > story.stacks.get(card.suit, 0)]
        unseen += [card for at, card in enumerate(useful) if card in useful[:at]]
        unseen += dict.fromkeys(useful)
        spent = len(unseen) - story.numbers.get("deck", len(unseen))
        if spent < 0:
            raise InputError(f"the deck cannot hold more than the {len(unseen)} cards that are nowhere else")
        shown = [*held, *played, *story.discarded, *unseen[:spent]]
        state = hanabi.State(
            hanabi.Setup(terms, (*shown, *unseen[spent:])),
            hands,
            drawn=len(shown),
            stacks=tuple(story.stacks.get(suit, 0) for suit in range(len(kinds.suits))),
            clue_units=story.numbers.get("clues", 8),
            strikes=story.numbers.get("strikes", 0),
            seat=self._seat(first.split()[0], line),
            turn=10,
            turns_left=None,
            played=tuple(range(len(held), len(held) + len(played))),
            discarded=tuple(range(len(held) + len(played), len(shown))),
        )
        past = tuple(self._past(state))
        touched = mask_of({event.touched[0] for event in past if isinstance(event, hanabi.ClueGiven)})
        return replace(state, events=past, touched=touched)

    def _past(self, state: hanabi.State) -> Iterator[hanabi.CardDrawn | hanabi.ClueGiven]:
        """Yield the events of the deal, then a clue for each clue written after a card."""
        for seat, hand in enumerate(state.hands):
            yield from (hanabi.CardDrawn(0, seat, order) for order in reversed(hand))
        for seat, order, mark in self._marks(state):
            if not _FLAG.match(mark):
                clue = read_clue(state.terms.variant, mark)
                yield hanabi.ClueGiven(0, (seat + 1) % len(state.hands), seat, clue, clue.kind, (order,), ())

    def _marks(self, state: hanabi.State) -> Iterator[tuple[int, int, str]]:
        """Yield each mark on a card: the seat that holds the card, the card, and the mark."""
        for seat, hand in enumerate(state.hands):
            for order, (_, marks) in zip(hand, self.story.hands[seat], strict=True):
                yield from ((seat, order, mark) for mark in marks)

    def _initial_memory(self) -> Memory:
        flags = [0] * len(self.flags)
        for _, order, mark in self._marks(self.before):
            if _FLAG.match(mark):
                flags[self._flag(mark, "")] |= 1 << order
        for name, flag in self.story.marks:
            flags[self._flag(flag, "hand" if name else "table")] |= 1 << (self._seat(name) if name else 0)
        return self.interpreter.read(self.public, Memory(tuple(flags)))

    # ---- names

    def _seat(self, name: str, line: int | None = None) -> int:
        try:
            return seat_named(name, self.story.seats)
        except InputError as error:
            raise InputError(error.message, line=line) from None

    def _card(self, seat: int, text: str, state: hanabi.State) -> int:
        """Return the card of a hand that a text names: its face, or `slot 2`."""
        hand = state.hands[seat]
        if text.startswith("slot "):
            number = parse_number(text.removeprefix("slot "), len(hand), "slot", least=1)
            return hand[slot_index(number)]
        face = state.terms.variant.read(text)
        found = [order for order in hand if state.cards[order] == face]
        if not found:
            raise InputError(f"{self.story.seats[seat]} holds no {text}")
        return found[0]

    def _action(self, text: str) -> Action:
        """Return the action of a line such as `Alice clues Bob 4` or `Alice plays slot 2`."""
        _, verb, what = text.split(maxsplit=2)
        if verb == "clues":
            name, word = what.split()
            return hanabi.GiveClue(self._seat(name), read_clue(self.before.terms.variant, word))
        order = self._card(self.before.seat, what, self.before)
        return hanabi.Play(order) if verb == "plays" else hanabi.Discard(order)

    # ---- claims

    def _fault(self, claim: str) -> str:
        """Return what contradicts a claim; "" if the claim is true."""
        claims: tuple[tuple[str, Callable[..., str]], ...] = (
            (r"nothing has ([A-Z][A-Z0-9]*)", self._nothing),
            (r"(\w+'s (?:slot \d+|\w\w)|the table|\w+) has (no )?([A-Z][A-Z0-9]*)", self._has),
            (r"(\w+)'s (slot \d+|\w\w) (is promised|is read) (.+)", self._may_be),
            (r"(\w+) takes (slot \d+|\w\w) for (.+)", self._takes),
            (r"(\w+) is asked ?(slot \d+|\w\w|)", self._is_asked),
            (r"by ([\w-]+)", self._by),
            (r"(\w+ (?:plays|discards) .+|\w+ clues \w+ \w+)", self._did),
        )
        for pattern, check in claims:
            found = re.fullmatch(pattern, claim)
            if found:
                try:
                    return check(*found.groups())
                except HandsightError as error:
                    return f"{claim}: {error}"
        return f"{claim!r} is not a claim; a story can claim, for example: {'; '.join(CLAIMS)}"

    def _has(self, who: str, no: str | None, flag: str) -> str:
        """Check whether a card, a hand or the table has a flag."""
        name, _, card = who.partition("'s ")
        if card:
            number, at = self._flag(flag, ""), self._card(self._seat(name), card, self.after)
        elif who == "the table":
            number, at = self._flag(flag, "table"), 0
        else:
            number, at = self._flag(flag, "hand"), self._seat(name)
        has = self.memory.has(number, at)
        return "" if has != bool(no) else f"{who} has {'' if has else 'no '}{flag}"

    def _nothing(self, flag: str) -> str:
        marked = [
            f"{self.story.seats[seat]}'s {self.after.terms.variant.text(self.after.cards[order])}"
            for seat, hand in enumerate(self.after.hands)
            for order in hand
            if self.memory.has(self._flag(flag, ""), order)
        ]
        return f"{' and '.join(marked)} has {flag}" if marked else ""

    def _did(self, text: str) -> str:
        done = self.choice.action
        was = "nothing" if done is None else action_text(self.before, self.story.seats, done)
        return "" if done == self._action(text) else f"{text!r} was expected, but it was {was}"

    def _by(self, rule: str) -> str:
        number = self.choice.rule
        acted = None if number is None else self.convention.acts[number].name
        return "" if acted == rule else f"it was done by {acted}, not by {rule}"

    def _may_be(self, name: str, card: str, verb: str, faces: str) -> str:
        """Return what a card really is promised, read as or taken for, if a claim says otherwise; else ""."""
        seat = self._seat(name)
        order, context = self._card(seat, card, self.after), self._seen_by(seat)
        variant = self.after.terms.variant
        match verb:
            case "is promised":
                mask = self.memory.promise(order, variant.everything)
            case "is read":
                mask = context.could_promised(order)
            case _:
                mask = context.mine(context.promised_hand, order)
        wanted = mask_of(variant.identity(variant.read(face)) for face in faces.split())
        return "" if mask == wanted else f"{name}'s {card} {verb} {hanabi.CardSet(variant, mask)}"

    def _takes(self, name: str, card: str, faces: str) -> str:
        return self._may_be(name, card, "is taken for", faces)

    def _seen_by(self, seat: int) -> Context:
        return self.interpreter.context(self.public, self.memory, hanabi.view(self.after, seat))

    def _is_asked(self, name: str, card: str) -> str:
        if name == "nobody":
            asked = [one for one in self.story.seats if self._asked(self.story.seats.index(one))]
            return f"{' and '.join(asked)} is asked" if asked else ""
        seat = self._seat(name)
        found = self._asked(seat)
        if not card:
            return "" if found else f"{name} is not asked"
        text = self.after.terms.variant.text
        faces = " and ".join(text(self.after.cards[order]) for order in found) or "nothing"
        return "" if self._card(seat, card, self.after) in found else f"{name} is asked {faces}"

    def _asked(self, seat: int) -> list[int]:
        asked = self._seen_by(seat).asked
        return [order for order in self.after.hands[seat] if asked >> order & 1]

    def _flag(self, name: str, bearer: str) -> int:
        """Return the number of a flag of cards, of hands or of the table."""
        if name not in self.flags:
            raise InputError(f"{self.story.by} has no flag {name}")
        number = self.flags.index(name)
        own = self.convention.flags[number].bearer
        if own != bearer:
            carried = {"": "cards", "hand": "hands", "table": "the table"}
            raise InputError(f"{name} is a flag of {carried[own]}, not of {carried[bearer]}")
        return number
