"""Check and translate things: cards, hands, clues and values, as descriptions say which."""

from collections.abc import Iterator

from handsight.conventions import simplify
from handsight.conventions.checks import scope, vocabulary
from handsight.conventions.checks.places import Places
from handsight.conventions.checks.scope import OTHER, Meant, Pending, Scope
from handsight.conventions.core import (
    CARD,
    CLUE,
    NUMBER,
    SEAT,
    SORTS,
    TRUE,
    VALUE,
    Each,
    Expr,
    Key,
    Number,
    Var,
)
from handsight.conventions.simplify import all_of, term
from handsight.conventions.syntax.diagnostics import listed, nearest
from handsight.conventions.syntax.mistakes import BAD_TYPE, SECRET, Refused
from handsight.conventions.syntax.phrases import Expr as Said
from handsight.conventions.syntax.phrases import Flags, In, Noun, Qualifier, Spot, That, TouchedBy, With, Word
from handsight.conventions.syntax.print_phrases import noun_text

HIDDEN = "the value of a card in your own hand is hidden from you"
MAYBE_MINE = "this card may be in your own hand, whose values are hidden from you"
_NOTHING = vocabulary.Attribute("", "")
NOT_PUBLIC = "an update rule reads only what is public, and its holder cannot see the value of a card in hand"


class Things(Places):
    """Descriptions of things; what is claimed of them is left to the classes that build on this one."""

    def claim_of(self, that: That, thing: Meant, at: Scope) -> Expr:
        """Translate a claim about a thing."""
        raise NotImplementedError

    def applies(self, kind: Said, thing: Meant, at: Scope) -> Expr:
        """Translate a word said of a thing."""
        raise NotImplementedError

    def attribute(self, name: str, thing: Meant, at: Scope, spot: Spot) -> Meant:
        """Translate a property of a thing."""
        raise NotImplementedError

    # ---- nouns

    def ranged(self, noun: Noun, at: Scope) -> tuple[Each, Meant]:
        """Translate a description into a search, and the variable that it binds."""
        if noun.head == "clue" and not at.acting:
            raise Refused(
                noun.at, "only the seat to move can look for clues; did you mean `the clue`?", SECRET
            )
        of, owner = self.where(noun, at)
        thing = Meant(Var(next(self._numbers)), SORTS[noun.head], owner)
        inside = at.inner()
        self.name(noun, thing, inside)
        wanted = self.wanted(noun, thing, inside)
        keys = (*self._picked(noun, thing, inside), *self._ordered(noun, thing, inside))
        first = noun.determiner in ("the", "my")
        number = thing.expr.number if isinstance(thing.expr, Var) else 0
        each = Each(number, noun.head, of, wanted, keys, first)
        return simplify.tidied(each), thing

    def wanted(self, noun: Noun, thing: Meant, at: Scope) -> Expr:
        """Translate what a description says of a thing, but for where it is."""
        words = [self.applies(word, thing, at) for word in noun.words if word.text not in vocabulary.PICKS]
        return all_of(*words, *(self._qualified(one, thing, at) for one in noun.qualifiers))

    def described(self, noun: Noun, at: Scope) -> Meant:
        """Translate a description inside a claim: the thing itself, or a search that the claim waits for."""
        direct = self.direct(noun, at)
        if direct is not None:
            self.name(noun, direct, at)
            return direct
        if at.pending is None:
            raise Refused(
                noun.at, f"name this first: `for {noun_text(noun)}`, with a letter after `{noun.head}`"
            )
        each, thing = self.ranged(noun, at)
        at.pending.append(Pending({"every": "every", "no": "no"}.get(noun.determiner, "some"), each))
        self.name(noun, thing, at)
        return thing

    def name(self, noun: Noun, thing: Meant, at: Scope) -> None:
        """Give a thing its name."""
        if not noun.name:
            return
        if noun.name in vocabulary.RESERVED or noun.name in self.words:
            raise Refused(
                noun.at, f"`{noun.name}` means something already; call this {noun.head} something else"
            )
        at.names[noun.name] = thing

    # ---- which

    def _qualified(self, said: Qualifier, thing: Meant, at: Scope) -> Expr:
        match said:
            case With(flags, denied, spot):
                return self.carries(thing, flags, spot, denied=denied)
            case In():
                return TRUE  # said where already
            case TouchedBy(clue, spot):
                return self.touches(self.meant(clue, at), thing, spot)
            case That():
                return self.claim_of(said, thing, at)

    def carries(self, thing: Meant, said: Flags, spot: Spot, *, denied: bool) -> Expr:
        """Translate that a card, or some card of a hand, carries flags; *denied*: that it carries none."""
        flags = [self.flag(name, spot) for name in said.names]
        if thing.type == SEAT:
            each = Each(next(self._numbers), "card", thing.expr)
            card = Meant(Var(each.var), CARD, thing.owner)
            found = simplify.bind("some", each, self._carried(card, flags, either=said.either or denied))
        elif thing.type == CARD:
            found = self._carried(thing, flags, either=said.either or denied)
        else:
            raise Refused(spot, f"only cards carry flags, not {vocabulary.NAMES[thing.type]}", BAD_TYPE)
        return term("not", found) if denied else found

    def _carried(self, card: Meant, flags: list[Number], *, either: bool) -> Expr:
        return term("or" if either else "and", *(term("has", flag, card.expr) for flag in flags))

    def flag(self, name: str, spot: Spot) -> Number:
        """Find a flag."""
        if name not in self.flags:
            near = nearest(name, self.flags)
            known = f"the flags are {listed(self.flags)}" if self.flags else "the file declares none"
            raise Refused(spot, f"there is no flag {name}; {f'did you mean {near}?' if near else known}")
        return Number(self.flags.index(name))

    def touches(self, clue: Meant, thing: Meant, spot: Spot) -> Expr:
        """Translate that a clue touches a card, or would touch a value."""
        if clue.type != CLUE:
            raise Refused(spot, f"only a clue touches, not {vocabulary.NAMES[clue.type]}", BAD_TYPE)
        if thing.type == VALUE:
            return term("in", thing.expr, term("touch", clue.expr))
        if thing.type != CARD:
            raise Refused(spot, f"a clue touches cards, not {vocabulary.NAMES[thing.type]}", BAD_TYPE)
        return term("touches", clue.expr, thing.expr)

    def value(self, thing: Meant, at: Scope, spot: Spot, advice: str = "") -> Expr:
        """Translate what a card is, if the rule may know."""
        if thing.type == VALUE:
            return thing.expr
        if thing.type != CARD:
            raise Refused(
                spot, f"this is said of cards and values, not of {vocabulary.NAMES[thing.type]}", BAD_TYPE
            )
        if thing.owner == scope.NOBODY:
            return term("face", thing.expr)
        if not at.acting:
            raise Refused(spot, f"{NOT_PUBLIC}{_meant(advice)}", SECRET)
        if thing.owner == scope.MINE:
            raise Refused(spot, f"{HIDDEN}{_meant(advice)}", SECRET)
        if thing.owner != OTHER:
            raise Refused(spot, f"{MAYBE_MINE}{_meant(advice, '`in other hands`')}", SECRET)
        return term("face", thing.expr)

    # ---- in which order

    def _picked(self, noun: Noun, thing: Meant, at: Scope) -> Iterator[Key]:
        for word in noun.words:
            for op, down in vocabulary.PICKS.get(word.text, ()):
                if op == "rank":
                    advice = "`frontmost` or `backmost`"
                    yield Key(term("rank", self.value(thing, at, word.at, advice)), down)
                elif thing.type == CARD:
                    whose = term("holder", thing.expr) if op == "away" else thing.expr
                    yield Key(term(op, whose), down)
                else:
                    message = f"only a card can be `{word.text}`, not {vocabulary.NAMES[thing.type]}"
                    raise Refused(word.at, message, BAD_TYPE)

    def _ordered(self, noun: Noun, thing: Meant, at: Scope) -> Iterator[Key]:
        for key in noun.order:
            match key.by:
                case None:
                    by = self.attribute("front index", thing, at, key.at)
                case Word(text, spot) if text not in at.names:
                    if vocabulary.ATTRIBUTES.get(text, _NOTHING).of == VALUE:
                        self.value(thing, at, spot, "`from the front` or `from the back`")
                    by = self.attribute(vocabulary.KEYS.get(text.removesuffix("s"), text), thing, at, spot)
                case said:
                    by = self.meant(said, at)
            if by.type != NUMBER:
                raise Refused(
                    key.at, f"an order goes by a number, not by {vocabulary.NAMES[by.type]}", BAD_TYPE
                )
            yield Key(by.expr, key.down)


def _meant(*advice: str) -> str:
    return f"; did you mean {listed(one for one in advice if one)}?" if any(advice) else ""
