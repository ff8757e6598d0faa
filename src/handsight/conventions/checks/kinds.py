"""Check and translate words said of things: `playable`, `a 5`, `a copy of c`, words that the file defines."""

from collections.abc import Iterator
from contextlib import contextmanager

from handsight.conventions import simplify
from handsight.conventions.checks import vocabulary
from handsight.conventions.checks.scope import Meant, Scope
from handsight.conventions.checks.things import Things
from handsight.conventions.core import (
    CARD,
    CLUE,
    SEAT,
    VALUE,
    VALUES,
    Expr,
    Number,
    Term,
    Var,
)
from handsight.conventions.simplify import all_of, any_of, term
from handsight.conventions.syntax.diagnostics import nearest
from handsight.conventions.syntax.mistakes import BAD_TYPE, Refused
from handsight.conventions.syntax.phrases import (
    And,
    Copy,
    Not,
    Noun,
    Numeral,
    Or,
    Spot,
    Word,
)
from handsight.conventions.syntax.phrases import Expr as Said
from handsight.conventions.syntax.print_phrases import atom
from handsight.conventions.syntax.statements import Call, Let

HEADS = {"card": CARD, "hand": SEAT, "clue": CLUE, "value": VALUE}


class Kinds(Things):
    """Words said of things."""

    def truth(self, said: Said, at: Scope) -> Expr:
        """Translate a condition."""
        raise NotImplementedError

    def is_kind(self, what: Said, at: Scope) -> bool:
        """Say whether this is said of things, and is no thing itself."""
        match what:
            case Numeral() | Copy() | Not() | And() | Or():
                return True
            case Noun("a"):
                return True
            case Word(text):
                known = text in at.names or text in vocabulary.FACTS or text in vocabulary.TRUTHS
                return not (known or isinstance(self.words.get(text), Let))
        return False

    def applies(self, kind: Said, thing: Meant, at: Scope) -> Expr:
        """Translate what is said of a thing: `playable`, `touched`, `a 5`, `a copy of c`, a defined word."""
        match kind:
            case Not(part):
                return term("not", self.applies(part, thing, at))
            case And(parts):
                return all_of(*(self.applies(part, thing, at) for part in parts))
            case Or(parts):
                return any_of(*(self.applies(part, thing, at) for part in parts))
            case Numeral(rank, spot):
                value = self.value(thing, at, spot, f"`could be a {rank}`")
                return term("equal", term("rank", value), Number(rank))
            case Copy(of, spot):
                return self._copies(thing, self.meant(of, at), at, spot)
            case Noun("a"):
                return self._one_of(kind, thing, at)
            case Word(text, spot):
                return self._word(text, thing, at, spot)
        raise Refused(kind.at, f"`{atom(kind)}` is not said of {a(thing)}", BAD_TYPE)

    def _copies(self, thing: Meant, other: Meant, at: Scope, spot: Spot) -> Expr:
        advice = "`could be a copy of …`"
        same = term("same_value", self.value(thing, at, spot, advice), self.value(other, at, spot, advice))
        if thing.type == other.type == CARD:
            return all_of(same, term("not", term("same_card", thing.expr, other.expr)))
        return same

    def _one_of(self, noun: Noun, thing: Meant, at: Scope) -> Expr:
        """Translate `is a playable card in the next hand`: it is one of those."""
        if HEADS[noun.head] != thing.type:
            raise Refused(noun.at, f"{a(thing)} is no {noun.head}", BAD_TYPE)
        if noun.name or noun.order:
            raise Refused(noun.at, "this needs no name and no order: it is only asked whether it is so")
        if any(word.text in vocabulary.PICKS for word in noun.words):
            raise Refused(noun.at, "say `the` to choose one of several")
        return all_of(self.held(thing, noun, at), self.wanted(noun, thing, at))

    def _word(self, text: str, thing: Meant, at: Scope, spot: Spot) -> Expr:
        if text in vocabulary.VALUE_WORDS:
            value = self.value(thing, at, spot, f"`could be {text}`")
            found = term("in", value, Term(vocabulary.VALUE_WORDS[text]))
            return term("not", found) if text in vocabulary.DENIED_WORDS else found
        if text == "touched":
            return self.touches(self.the_clue(at, spot), thing, spot)
        if text == "clued" and thing.type == CARD:
            return term("clued", thing.expr)
        if text in vocabulary.CLUE_WORDS and thing.type == CLUE:
            colored = term("color", thing.expr)
            return colored if vocabulary.CLUE_WORDS[text] else term("not", colored)
        word = self.words.get(text)
        if isinstance(word, Call):
            opened = self.opened(text, word.noun, thing, at, spot)
            with inside(text, spot):
                return self.truth(word.body, opened)
        raise Refused(spot, self.unknown(text, f"nothing that is said of {a(thing)}"))

    def opened(self, text: str, noun: Noun, thing: Meant, at: Scope, spot: Spot) -> Scope:
        """Look into a word of the file: there only the thing it is said of is known."""
        if text in at.defining:
            raise Refused(spot, f"`{text}` is defined by itself: {' needs '.join((*at.defining, text))}")
        wanted = HEADS[noun.head]
        if wanted == VALUE and thing.type == CARD:
            thing = Meant(self.value(thing, at, spot, f"`could be {text}`"), VALUE)
        if thing.type != wanted:
            raise Refused(
                spot, f"`{text}` is said of {vocabulary.NAMES[wanted]}, not of {a(thing)}", BAD_TYPE
            )
        inside = at.inner(names={}, hand=None, defining=(*at.defining, text))
        self.name(noun, thing, inside)
        return inside

    def kinds(self, kind: Said, at: Scope) -> Expr:
        """Translate a word about values into the set of values it is true of."""
        var = next(self._numbers)
        return simplify.those(var, self.applies(kind, Meant(Var(var), VALUE), at))

    def unknown(self, text: str, what: str, *names: str) -> str:
        """Say that a word is not known, and which was probably meant."""
        words = {*vocabulary.RESERVED, *self.words, *names} - {"yes"}
        near = nearest(text, sorted(words))
        return f"`{text}` is {what}" + (f"; did you mean `{near}`?" if near else "")


def a(thing: Meant) -> str:
    """Name the type of a thing."""
    return "a set of values" if thing.type == VALUES else vocabulary.NAMES[thing.type]


@contextmanager
def inside(word: str, spot: Spot) -> Iterator[None]:
    """Say of a mistake inside a word of the file where the word was used."""
    try:
        yield
    except Refused as refused:
        where = f"line {spot.line}" if spot.line else "it"
        mistake = refused.mistake
        message = f"{mistake.message} (`{word}`, as {where} uses it)"
        raise Refused(mistake.spot, message, mistake.code) from None
