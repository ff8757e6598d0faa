"""Check and translate places: whose cards, hands and clues are spoken of."""

from itertools import count

from handsight.conventions.checks import scope, vocabulary
from handsight.conventions.checks.scope import ANYBODY, OTHER, Meant, Scope
from handsight.conventions.core import (
    ALL,
    CARD,
    CLUE,
    MINE,
    NOBODY,
    OTHERS,
    SEAT,
    TRUE,
    Expr,
    Number,
    Term,
)
from handsight.conventions.simplify import term
from handsight.conventions.syntax.diagnostics import listed
from handsight.conventions.syntax.mistakes import BAD_TYPE, SECRET, Refused
from handsight.conventions.syntax.phrases import Expr as Said
from handsight.conventions.syntax.phrases import HandOf, In, Noun, Spot, TouchedBy, Word
from handsight.conventions.syntax.print_phrases import atom, noun_text
from handsight.conventions.syntax.statements import Call, Let

THE_DECK = "the cards of the deck are hidden from everybody"
NO_I = "in an update rule there is no I: all seats read alike"

Where = tuple[Expr | str, str]
"""Whose: as the core has it, and who that is to the seat that asks."""


class Places:
    """Places; what else is said of things is left to the classes that build on this one."""

    def __init__(self, flags: tuple[str, ...], words: dict[str, Call | Let]) -> None:
        self.flags = flags
        self.words = words
        self._numbers = count()

    def meant(self, said: Said, at: Scope) -> Meant:
        """Translate any expression."""
        raise NotImplementedError

    # ---- what can be pointed at

    def direct(self, noun: Noun, at: Scope) -> Meant | None:
        """Translate what needs no search: the clue, my hand, the next hand, the played card."""
        words = tuple(word.text for word in noun.words)
        if noun.qualifiers or noun.order:
            return None
        match noun.head, noun.determiner, words:
            case "clue", "the", ():
                return self.the_clue(at, noun.at)
            case "hand", "my", ():
                return self.away(0, at, noun.at)
            case "hand", "the", ():
                if at.hand is None:
                    raise Refused(noun.at, "which hand? say `the next hand`, or begin with `in every hand,`")
                return at.hand
            case "hand", "the", (word,) if word in vocabulary.SEATS:
                return self.away(vocabulary.SEATS[word], at, noun.at)
            case "card", "the", (word,) if word in vocabulary.MOVED:
                events = vocabulary.MOVED[word]
                if at.after not in events:
                    after = " or ".join(f"`after a {event}`" for event in events)
                    raise Refused(noun.at, f"no card has been {word} here; begin the rule with {after}")
                return Meant(Term("moved"), CARD, scope.NOBODY)
        return None

    def the_clue(self, at: Scope, spot: Spot) -> Meant:
        """The clue that a rule speaks of: just given, or to be given."""
        if at.clue is None:
            raise Refused(spot, at.no_clue)
        return at.clue

    def away(self, seats: int, at: Scope, spot: Spot) -> Meant:
        """The hand so many seats after mine, or after that of the seat that acted."""
        if seats == 0 and not at.acting:
            raise Refused(spot, f"{NO_I}; did you mean `any hand`?", SECRET)
        owner = (OTHER if seats else scope.MINE) if at.acting else ANYBODY
        return Meant(term("seat", Number(seats)), SEAT, owner)

    # ---- where

    def where(self, noun: Noun, at: Scope) -> Where:
        """Whose cards, hands or clues a description ranges over."""
        places = [one for one in noun.qualifiers if isinstance(one, In)]
        if len(places) > 1:
            raise Refused(places[1].at, "this already says where; leave one of the two out")
        if noun.determiner == "my" and not at.acting:
            raise Refused(noun.at, f"{NO_I}; did you mean `the`?", SECRET)
        match noun.head:
            case "value":
                if places or noun.determiner in ("my", "other"):
                    raise Refused(noun.at, "values are in no hand: they are all that a card could be")
                return NOBODY, scope.NOBODY
            case "hand":
                return self._which_hands(noun, places, at)
            case "clue":
                return self._to(places, at)
        return self._which_cards(noun, places, at)

    def _which_hands(self, noun: Noun, places: list[In], at: Scope) -> Where:
        if places or noun.determiner == "my":
            message = "this names no hand; say `every hand`, `another hand` or `the next hand`"
            raise Refused(noun.at, message)
        if noun.determiner == "other":
            return OTHERS, OTHER if at.acting else ANYBODY
        return ALL, ANYBODY

    def _which_cards(self, noun: Noun, places: list[In], at: Scope) -> Where:
        if noun.determiner == "other":
            raise Refused(noun.at, "say in which hands: `a card in other hands`")
        if noun.determiner == "my":
            if places:
                raise Refused(places[0].at, "my cards are in my hand; leave this out, or `my`")
            return MINE, scope.MINE
        return self.place(places[0].place, at) if places else self._unsaid(noun, at)

    def _unsaid(self, noun: Noun, at: Scope) -> Where:
        """Where a card is if nothing is said: where the clue went, or in the hand that is looked at."""
        given: Said | None = None
        for one in noun.qualifiers:
            given = one.clue if isinstance(one, TouchedBy) else given
        touched = given or any(word.text == "touched" for word in noun.words)
        if touched:
            clue = self.meant(given, at.inner()) if given else self.the_clue(at, noun.at)
            if clue.type == CLUE:
                return term("to", clue.expr), OTHER if at.acting else ANYBODY
        if at.hand is not None:
            return at.hand.expr, at.hand.owner
        return ALL, ANYBODY

    def place(self, said: Said, at: Scope) -> Where:
        """Translate `other hands`, `the next hand`, `the hand of c`, `s`."""
        match said:
            case Word("the deck", spot):
                raise Refused(spot, THE_DECK, SECRET)
            case Noun(determiner, (), "hand", at=spot) if determiner in ("other", "any", "every", "my"):
                if determiner == "every":
                    message = (
                        "say `in any hand` for one search through all, or begin the rule `in every hand, …`"
                    )
                    raise Refused(spot, message)
                if determiner == "my":
                    self.away(0, at, spot)
                    return MINE, scope.MINE
                return (OTHERS, OTHER if at.acting else ANYBODY) if determiner == "other" else (ALL, ANYBODY)
            case Noun(at=spot):
                hand = self.direct(said, at)
                if hand is None:
                    words = listed(f"the {word} hand" for word in vocabulary.SEATS)
                    raise Refused(
                        spot, f"`{noun_text(said)}` is no place; expected other hands, any hand, {words}"
                    )
                return hand.expr, hand.owner
            case _:
                hand = self.seat(said, at)
                return hand.expr, hand.owner

    def held(self, thing: Meant, noun: Noun, at: Scope) -> Expr:
        """Translate that a thing is where a description says."""
        of, _ = self.where(noun, at)
        if of in (ALL, NOBODY) or (thing.type == CLUE and of == OTHERS):
            return TRUE
        whose = (
            thing.expr if thing.type == SEAT else term("to" if thing.type == CLUE else "holder", thing.expr)
        )
        mine = term("same_seat", whose, term("seat", Number(0)))
        if isinstance(of, str):
            return mine if of == MINE else term("not", mine)
        return term("same_seat", whose, of)

    def seat(self, said: Said, at: Scope) -> Meant:
        """Translate what must be a hand, or a card for the hand that holds it."""
        thing = self.meant(said.card if isinstance(said, HandOf) else said, at)
        if thing.type == CARD:
            return Meant(term("holder", thing.expr), SEAT, thing.owner)
        if thing.type != SEAT:
            name = vocabulary.NAMES[thing.type]
            raise Refused(said.at, f"expected a hand, but `{atom(said)}` is {name}", BAD_TYPE)
        return thing

    def _to(self, places: list[In], at: Scope) -> Where:
        if not places:
            return OTHERS, OTHER
        of, owner = self.place(places[0].place, at)
        if at.acting and owner != OTHER:
            raise Refused(
                places[0].at, "nobody may clue their own hand; say `to the next hand` or leave it out"
            )
        return of, owner
