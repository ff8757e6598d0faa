"""Check and translate claims and numbers: what is said of things."""

from collections.abc import Sequence

from msgspec.structs import replace

from handsight.conventions import simplify
from handsight.conventions.checks import scope, vocabulary
from handsight.conventions.checks.kinds import Kinds, a, inside
from handsight.conventions.checks.scope import OTHER, Meant, Pending, Scope
from handsight.conventions.core import (
    CARD,
    CLUE,
    FALSE,
    NUMBER,
    SEAT,
    TRUE,
    TRUTH,
    VALUE,
    Expr,
    Term,
)
from handsight.conventions.integer_bounds import EXACT, largest
from handsight.conventions.simplify import all_of, any_of, term
from handsight.conventions.syntax.diagnostics import nearest
from handsight.conventions.syntax.mistakes import BAD_TYPE, SECRET, Refused
from handsight.conventions.syntax.phrases import (
    And,
    Attribute,
    Chance,
    Copy,
    Count,
    HandOf,
    Has,
    Is,
    Makes,
    Not,
    Noun,
    Numeral,
    Or,
    Spot,
    Sum,
    That,
    Word,
)
from handsight.conventions.syntax.phrases import Expr as Said
from handsight.conventions.syntax.phrases import Number as SaidNumber
from handsight.conventions.syntax.print_phrases import atom
from handsight.conventions.syntax.statements import Call, Let

SUMS = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}


class Claims(Kinds):
    """Everything that a rule can say."""

    # ---- conditions

    def truth(self, said: Said, at: Scope) -> Expr:
        """Translate a condition."""
        match said:
            case Not(part):
                return term("not", self.truth(part, at))
            case And(parts):
                return all_of(*(self.truth(part, at) for part in parts))
            case Or(parts):
                return any_of(*(self.truth(part, at) for part in parts))
            case Is() | Has() | Makes():
                within = at.inner(pending=[])
                subject = self.meant(said.subject, within) if said.subject else None
                if subject is None:
                    raise Refused(said.at, "this claim says of nothing; name what it is about")
                return _found(within.pending, self._claimed(said, subject, within))
        thing = self.meant(said, at)
        if thing.type != TRUTH:
            raise Refused(said.at, f"expected a condition, but `{atom(said)}` is {a(thing)}", BAD_TYPE)
        return thing.expr

    def claim_of(self, that: That, thing: Meant, at: Scope) -> Expr:
        """Translate a claim whose subject is already known."""
        return self._claimed(that.claim, thing, at)

    def _claimed(self, said: Is | Has | Makes, subject: Meant, at: Scope) -> Expr:
        match said:
            case Has(_, flags, denied, spot):
                return self.carries(subject, flags, spot, denied=denied)
            case Makes(_, card, flags, leaves):
                within = at.inner(pending=[])
                target = self.meant(card, within)
                carried = self.left if leaves else self.made
                return _found(within.pending, carried(subject, target, flags.names, said.at))
            case Is():
                within = at.inner(pending=[])
                claim = _found(within.pending, self._is(said, subject, within))
                return term("not", claim) if said.denied else claim

    def made(self, clue: Meant, card: Meant, names: Sequence[str], spot: Spot) -> Expr:
        """Translate that reading a clue would give a card flags that it lacks."""
        after = self.left(clue, card, names, spot)
        return all_of(after, *(term("not", term("has", self.flag(name, spot), card.expr)) for name in names))

    def left(self, clue: Meant, card: Meant, names: Sequence[str], spot: Spot) -> Expr:
        """Translate that a card would carry flags once a clue was read, new to it or not."""
        if clue.type != CLUE or card.type != CARD:
            raise Refused(spot, "a clue makes a card carry flags, as in `k makes c IP`", BAD_TYPE)
        flags = [self.flag(name, spot) for name in names]
        return all_of(*(term("has_after", flag, clue.expr, card.expr) for flag in flags))

    def _is(self, said: Is, subject: Meant, at: Scope) -> Expr:
        match said.verb:
            case "is":
                return self._equals(subject, said.what, at)
            case "touches":
                return self.touches(subject, self.meant(said.what, at), said.at)
            case "could be" | "surely" | "known":
                return self._modal(said, subject, at)
        if subject.type != NUMBER:
            raise Refused(said.at, f"only numbers are compared, not {a(subject)}", BAD_TYPE)
        other = self.number(said.what, at)
        match said.verb:
            case "below":
                return term("less", subject.expr, other)
            case "above":
                return term("less", other, subject.expr)
            case "at least":
                return term("not", term("less", subject.expr, other))
        return term("not", term("less", other, subject.expr))

    def _modal(self, said: Is, card: Meant, at: Scope) -> Expr:
        """Translate `could be`, `is surely` and `I know … is`."""
        if card.type != CARD:
            raise Refused(said.at, f"this is said of cards, not of {a(card)}", BAD_TYPE)
        suffix = "_promised" if said.promised else ""
        if said.verb == "known":
            self._own(card, said.what, at, said.at, "I know")
        op = "mine" if said.verb == "known" else "could"
        leaves = term(op + suffix, card.expr)
        kinds = self.kinds(said.what, at)
        return term("meets" if said.verb == "could be" else "within", leaves, kinds)

    def _own(self, card: Meant, kind: Said, at: Scope, spot: Spot, words: str) -> None:
        """Refuse what only a holder can say of its own card."""
        if not at.acting:
            message = f"in public there is no `{words}`; did you mean `could be` or `is surely`?"
            raise Refused(spot, message, SECRET)
        if card.owner == OTHER:
            message = f"you see this card; did you mean `is {atom(kind)}`?"
            raise Refused(spot, message, BAD_TYPE)
        if card.owner != scope.MINE:
            raise Refused(spot, f"`{words}` is said of cards of mine; say `of mine`", BAD_TYPE)

    def _equals(self, subject: Meant, what: Said, at: Scope) -> Expr:
        """Translate `is`: a word said of a thing, or two things that are the same."""
        if self.is_kind(what, at):
            return self.applies(what, subject, at)
        other = self.meant(what, at)
        match subject.type, other.type:
            case ("number", "number"):
                return term("equal", subject.expr, other.expr)
            case ("value", "card") | ("card", "value"):
                values = [self.value(thing, at, what.at) for thing in (subject, other)]
                return term("same_value", *values)
            case (one, two) if one == two and one in ("card", "seat", "clue", "value"):
                return term(f"same_{one}", subject.expr, other.expr)
        raise Refused(what.at, f"{a(subject)} cannot be {a(other)}", BAD_TYPE)

    # ---- numbers and things

    def number(self, said: Said, at: Scope) -> Expr:
        """Translate a number."""
        thing = self.meant(said, at)
        if thing.type != NUMBER:
            raise Refused(said.at, f"expected a number, but `{atom(said)}` is {a(thing)}", BAD_TYPE)
        return thing.expr

    def meant(self, said: Said, at: Scope) -> Meant:
        """Translate any expression."""
        match said:
            case SaidNumber(value):
                return Meant(simplify.number(value), NUMBER)
            case Word(text, spot):
                return self._named(text, at, spot)
            case Noun():
                return self.described(said, at)
            case HandOf():
                return self.seat(said, at)
            case Attribute(name, of, spot):
                return self.attribute(name, self.meant(of, at), at, spot)
            case Sum(op, left, right, spot):
                return _counted(SUMS[op], self.number(left, at), self.number(right, at), spot)
            case Count(noun):
                each, _ = self.ranged(noun, at)
                return Meant(simplify.bind("count", each, TRUE), NUMBER)
            case Chance(card, kind, promised, spot):
                held = self.meant(card, at)
                self._own(held, kind, at, spot, "chance that")
                op = "chance_promised" if promised else "chance"
                return Meant(term(op, held.expr, self.kinds(kind, at)), NUMBER)
            case Numeral() | Copy():
                raise Refused(said.at, f"`{atom(said)}` is said of a card: `c is {atom(said)}`")
        return Meant(self.truth(said, at), TRUTH)

    def _named(self, text: str, at: Scope, spot: Spot) -> Meant:
        if text in at.names:
            return at.names[text]
        if text in vocabulary.FACTS:
            return Meant(Term(vocabulary.FACTS[text]), NUMBER)
        if text in vocabulary.TRUTHS:
            return Meant(TRUE if vocabulary.TRUTHS[text] else FALSE, TRUTH)
        word = self.words.get(text)
        if isinstance(word, Let) and word.noun is None:
            if text in at.defining:
                raise Refused(spot, f"`{text}` is defined by itself")
            return self.meant(word.body, at.inner(names={}, hand=None, defining=(*at.defining, text)))
        if isinstance(word, Let):
            raise Refused(spot, f"say of what: `{text} of …`")
        if isinstance(word, Call) or text in vocabulary.VALUE_WORDS:
            raise Refused(spot, f"say of what: `c is {text}`")
        raise Refused(spot, self.unknown(text, "nothing we know", *at.names))

    def attribute(self, name: str, thing: Meant, at: Scope, spot: Spot) -> Meant:
        """Translate a property of a thing."""
        word = self.words.get(name)
        if isinstance(word, Let) and word.noun is not None:
            opened = self.opened(name, word.noun, thing, at, spot)
            with inside(name, spot):
                return self.meant(word.body, opened)
        found = vocabulary.ATTRIBUTES.get(name)
        if found is None:
            lets = [text for text, word in self.words.items() if isinstance(word, Let) and word.noun]
            near = nearest(name, (*vocabulary.ATTRIBUTES, *lets))
            hint = f"; did you mean `{near} of`?" if near else ""
            raise Refused(spot, f"nothing has a `{name}`{hint}")
        if name == "rank" and thing.type == CLUE:
            return Meant(term("named", thing.expr), NUMBER)
        if found.of == VALUE or found.op == "face":
            thing = Meant(self.value(thing, at, spot, _instead(name)), VALUE)
            if found.op == "face":
                return thing
        elif found.of == SEAT and thing.type in (CARD, CLUE):
            thing = replace(thing, expr=term("holder" if thing.type == CARD else "to", thing.expr), type=SEAT)
        if thing.type != found.of:
            raise Refused(spot, f"{a(thing)} has no `{name}`; {vocabulary.NAMES[found.of]} has", BAD_TYPE)
        return Meant(term(found.op, thing.expr), found.gives, thing.owner)


def _found(pending: list[Pending] | None, claim: Expr) -> Expr:
    """Say a claim of what descriptions find, the first one said outermost."""
    for one in reversed(pending or []):
        if one.how == "every":
            claim = term("not", simplify.bind("some", one.each, term("not", claim)))
        else:
            claim = simplify.bind("some", one.each, claim)
            claim = term("not", claim) if one.how == "no" else claim
    return claim


def _counted(op: str, left: Expr, right: Expr, spot: Spot) -> Meant:
    """Count, if what comes of it can be counted exactly."""
    if largest(Term(op, (left, right))) >= EXACT:
        raise Refused(spot, f"this may become too large to count with; stay below {EXACT}")
    return Meant(term(op, left, right), NUMBER)


def _instead(name: str) -> str:
    return {"rank": "`could be a 5`", "value": "`could be a copy of …`"}.get(name, "`could be …`")
