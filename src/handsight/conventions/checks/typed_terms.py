"""Typed terms, their scope, and whose cards a phrase is about; wrong types and hidden cards are reported."""

from typing import Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from handsight.conventions import core, normal_form
from handsight.conventions.checks import word_meanings
from handsight.conventions.core import NUMBER, TRUE, VALUE, Expr, Number, Term
from handsight.conventions.normal_form import all_of, term
from handsight.conventions.syntax import syntax_tree as tree
from handsight.conventions.syntax.print_convention import print_noun, print_term
from handsight.conventions.syntax.syntax_tree import BAD_TYPE, SECRET, CheckError, Location
from handsight.text.suggestions import listed

OWN, OTHER, ANYBODY, GONE = "own", "other", "anybody", "gone"
"""Who holds a card, as the acting seat sees it: itself, another seat, perhaps itself, or nobody any more."""


class Typed(Struct, frozen=True):
    """An expression of the core with its type; for a card or seat, also who holds the card or sits there."""

    expr: Expr
    type: str
    owner: str = GONE


class PendingSearch(Struct, frozen=True):
    """A search for something described inside a claim; *quantifier* is `some`, `every` or `no`."""

    quantifier: str
    each: core.Each


class Scope(Struct):
    """What the words around a phrase say: the names in reach, who acts, and which clue is meant."""

    acting: bool
    """In an act rule, where there is an "I" who sees the other hands; else only public facts count."""
    names: dict[str, Typed] = field(default_factory=dict)
    clue: Typed | None = None
    no_clue: str = "there is no clue here to refer to"
    """Why there is no clue, if there is none."""
    hand: Typed | None = None
    """The hand that a rule is about: `in every hand, …`."""
    after: str = "always"
    pending: list[PendingSearch] | None = None
    """Collects the searches of descriptions; None where no description may stand."""
    defining: tuple[str, ...] = ()
    """The words defined by the file whose definitions are being translated."""

    def inner(self, **changes: object) -> "Scope":
        """Return a scope inside this one; names given there stay there."""
        return replace(self, **{"names": dict(self.names), "pending": None, **changes})


OWN_CARD = "the value of a card in your own hand is hidden from you"
MAYBE_OWN_CARD = "this card may be in your own hand, whose values are hidden from you"
NOT_PUBLIC = "an update rule may use public facts only, and the holder of a card does not see its value"
_ALTERNATIVES = {"rank": "`could be a 5`", "value": "`could be a copy of …`"}
MOVED = Term("moved")
"""The card just played or discarded."""
_LARGEST_FACT = 1_000
"""No number that a game gives reaches this: turns, orders, scores, counts of cards."""


def type_name(thing: Typed) -> str:
    """Return the name of a thing's type, as in "a card"."""
    return "a set of values" if thing.type == core.VALUES else word_meanings.TYPE_NAMES[thing.type]


def expect_type(thing: Typed, wanted: str, at: Location, message: str) -> None:
    """Raise CheckError with a message and the actual type if something is not of the type wanted."""
    if thing.type != wanted:
        raise CheckError(at, f"{message} {type_name(thing)}", BAD_TYPE)


def value_of(thing: Typed, scope: Scope, at: Location, advice: str = "") -> Expr:
    """Return the value of a card, or a value as it is; CheckError if the rule may not know it."""
    if thing.type == VALUE:
        return thing.expr
    expect_type(thing, core.CARD, at, "this is said of cards and values, not of")
    if thing.owner != GONE:
        if not scope.acting:
            raise CheckError(at, NOT_PUBLIC + _suggest(advice), SECRET)
        if thing.owner == OWN:
            raise CheckError(at, OWN_CARD + _suggest(advice), SECRET)
        if thing.owner != OTHER:
            raise CheckError(at, MAYBE_OWN_CARD + _suggest(advice, "`in other hands`"), SECRET)
    return term("face", thing.expr)


def _suggest(*advice: str) -> str:
    return f"; did you mean {listed(one for one in advice if one)}?" if any(advice) else ""


def require_own(card: Typed, predicate: str, scope: Scope, at: Location, phrase: str) -> None:
    """Raise CheckError if an update rule uses this phrase, or if the card is not the acting seat's own."""
    if not scope.acting:
        message = f"only act rules can say `{phrase}`; did you mean `could be` or `is surely`?"
        raise CheckError(at, message, SECRET)
    if card.owner == OTHER:
        raise CheckError(at, f"you see this card; say `is {predicate}` instead", BAD_TYPE)
    if card.owner != OWN:
        raise CheckError(at, f"`{phrase}` is said of cards of mine; say `of mine`", BAD_TYPE)


def touches(clue: Typed, thing: Typed, at: Location) -> Expr:
    """Translate that a clue touches a card, or would touch a value."""
    expect_type(clue, core.CLUE, at, "only a clue touches, not")
    if thing.type == VALUE:
        return term("in", thing.expr, term("touch", clue.expr))
    expect_type(thing, core.CARD, at, "a clue touches cards, not")
    return term("touches", clue.expr, thing.expr)


def attribute(
    name: str, found: word_meanings.AttributeMeaning, thing: Typed, scope: Scope, at: Location
) -> Typed:
    """Translate an attribute that the language defines, such as `rank of c`."""
    if name == "rank" and thing.type == core.CLUE:
        return Typed(term("named", thing.expr), NUMBER)
    if found.of == VALUE or found.op == "face":
        advice = _ALTERNATIVES.get(name, "`could be …`")
        thing = Typed(value_of(thing, scope, at, advice), VALUE)
        if found.op == "face":
            return thing
    elif found.op == "holder" and thing.type == core.CARD:
        return holder(thing)
    elif found.of == core.SEAT and thing.type in (core.CARD, core.CLUE):
        thing = replace(thing, expr=seat_of(thing), type=core.SEAT)
    if thing.type != found.of:
        owner = word_meanings.TYPE_NAMES[found.of]
        raise CheckError(at, f"{type_name(thing)} has no `{name}`; {owner} has", BAD_TYPE)
    if found.op in ("slot", "back") and thing.expr == MOVED:
        message = f"this card has left its hand, so it has no `{name}`; its `order` tells how old it is"
        raise CheckError(at, message)
    return Typed(term(found.op, thing.expr), found.gives, thing.owner)


def seat_of(thing: Typed) -> Expr:
    """Return the seat that is a hand, holds a card, or is given a clue."""
    if thing.type == core.SEAT:
        return thing.expr
    return term("to", thing.expr) if thing.type == core.CLUE else holder(thing).expr


def holder(card: Typed) -> Typed:
    """Return the hand that holds a card; of a card that was just played or discarded, the hand it left."""
    if card.expr == MOVED:
        return Typed(term("seat", Number(0)), core.SEAT, ANYBODY)
    return Typed(term("holder", card.expr), core.SEAT, card.owner)


def equal(one: Typed, other: Typed, scope: Scope, at: Location) -> Expr:
    """Translate that two things are the same."""
    match one.type, other.type:
        case ("number", "number"):
            return term("equal", one.expr, other.expr)
        case ("value", "card") | ("card", "value"):
            return term("same_value", *(value_of(thing, scope, at) for thing in (one, other)))
        case (left, right) if left == right and left in ("card", "seat", "clue", "value"):
            return term(f"same_{left}", one.expr, other.expr)
    raise CheckError(at, f"{type_name(one)} cannot be {type_name(other)}", BAD_TYPE)


def is_copy(one: Typed, other: Typed, scope: Scope, at: Location) -> Expr:
    """Translate that two cards or values are alike; a card is no copy of itself."""
    advice = "`could be a copy of …`"
    same = term("same_value", value_of(one, scope, at, advice), value_of(other, scope, at, advice))
    if one.type == other.type == core.CARD:
        return all_of(same, term("not", term("same_card", one.expr, other.expr)))
    return same


def compare(verb: str, left: Expr, right: Expr) -> Expr:
    """Translate `below`, `above`, `at least` and `at most`."""
    if verb in ("above", "at most"):
        left, right = right, left
    less = term("less", left, right)
    return less if verb in ("below", "above") else term("not", less)


def arithmetic(op: str, left: Expr, right: Expr, at: Location) -> Typed:
    """Translate arithmetic; CheckError unless the result is certain to stay below `MAX_NUMBER`."""
    if _largest(Term(op, (left, right))) >= core.MAX_NUMBER:
        raise CheckError(at, f"this may become too large to count with; stay below {core.MAX_NUMBER}")
    return Typed(term(op, left, right), NUMBER)


def _largest(expr: Expr) -> float:
    """Return how far from 0 a number can be; a quotient is never rounded, so a divisor makes it no larger."""
    match expr:
        case Number(value):
            return abs(value)
        case Term("add" | "subtract", (left, right)):
            return _largest(left) + _largest(right)
        case Term("multiply", (left, right)):
            return _largest(left) * _largest(right)
        case Term("divide", (left, Number(value))) if value:
            return _largest(left) / abs(value)
        case Term("divide", (left, _)):
            return _largest(left)
    return _LARGEST_FACT


def quantified(pending: list[PendingSearch] | None, claim: Expr) -> Expr:
    """Put the searches of descriptions around a claim, the first one outermost."""
    for search in reversed(pending or []):
        if search.quantifier == "every":
            claim = term("not", normal_form.bind("some", search.each, term("not", claim)))
        else:
            claim = normal_form.bind("some", search.each, claim)
            claim = term("not", claim) if search.quantifier == "no" else claim
    return claim


# ---- whose cards

DECK_HIDDEN = "the cards of the deck are hidden from everybody"
NO_I = "in an update rule there is no I: all players apply it alike"
Seats = tuple[Expr | str, str]
"""Whose cards: the `Each.of` for the core, and the owner (`OWN`, `OTHER` …) for the acting seat."""


class Translator(Protocol):
    """What the functions below need of `ExpressionChecker`: it translates phrases."""

    def reference(self, noun: tree.Noun, scope: Scope) -> Typed | None:
        """Translate what needs no search, such as `the clue` or `the next hand`; else return None."""

    def translate(self, phrase: tree.Expr, scope: Scope) -> Typed:
        """Translate any phrase."""


def the_clue(scope: Scope, at: Location) -> Typed:
    """Return the clue that a rule is about: the one just given, or the one to be given."""
    if scope.clue is None:
        raise CheckError(at, scope.no_clue)
    return scope.clue


def seat_at(offset: int, scope: Scope, at: Location) -> Typed:
    """Return the hand that is *offset* seats after the acting seat."""
    if offset == 0 and not scope.acting:
        raise CheckError(at, f"{NO_I}; did you mean `any hand`?", SECRET)
    owner = (OTHER if offset else OWN) if scope.acting else ANYBODY
    return Typed(term("seat", Number(offset)), core.SEAT, owner)


def seats(translator: Translator, noun: tree.Noun, scope: Scope) -> Seats:
    """Return whose cards, hands or clues a description ranges over."""
    places = [one for one in noun.qualifiers if one.word == "in"]
    if len(places) > 1:
        raise CheckError(places[1].at, "this already says where; leave one of the two out")
    place = places[0] if places else None
    if noun.determiner == "my" and not scope.acting:
        raise CheckError(noun.at, f"{NO_I}; did you mean `the`?", SECRET)
    match noun.head:
        case "value":
            if place or noun.determiner in ("my", "other"):
                raise CheckError(noun.at, "values are not in hands: they are everything that a card could be")
            return core.NOBODY, GONE
        case "hand":
            if place or noun.determiner == "my":
                message = "this does not name a hand; say `every hand`, `another hand` or `the next hand`"
                raise CheckError(noun.at, message)
            return _other_seats(scope) if noun.determiner == "other" else (core.ALL, ANYBODY)
        case "clue":
            return _clued_seats(translator, place, scope)
    return _seats_of_cards(translator, noun, place, scope)


def _seats_of_cards(
    translator: Translator, noun: tree.Noun, place: tree.Qualifier | None, scope: Scope
) -> Seats:
    if noun.determiner == "other":
        raise CheckError(noun.at, "say in which hands: `a card in other hands`")
    if noun.determiner == "my":
        if place:
            raise CheckError(place.at, "my cards are in my hand; leave this out, or `my`")
        return core.MINE, OWN
    return _place(translator, place.what, scope) if place else _implied_seats(translator, noun, scope)


def _other_seats(scope: Scope) -> Seats:
    return core.OTHERS, OTHER if scope.acting else ANYBODY


def _clued_seats(translator: Translator, place: tree.Qualifier | None, scope: Scope) -> Seats:
    """Return the seats to which clues may be given."""
    if place is None:
        return core.OTHERS, OTHER
    of, owner = _place(translator, place.what, scope)
    if scope.acting and owner != OTHER:
        message = "you cannot clue your own hand; say `to the next hand` or leave it out"
        raise CheckError(place.at, message)
    return of, owner


def _implied_seats(translator: Translator, noun: tree.Noun, scope: Scope) -> Seats:
    """Return whose cards a noun without a place means: the clued hand, others, the rule's hand, or all."""
    clues = [one.what for one in noun.qualifiers if one.word == "touched by"]
    if clues or any(word.text == "touched" for word in noun.words):
        clue = translator.translate(clues[-1], scope.inner()) if clues else the_clue(scope, noun.at)
        if clue.type == core.CLUE:
            return term("to", clue.expr), OTHER if scope.acting else ANYBODY
    if scope.acting and any(one.word == "asked by" for one in noun.qualifiers):
        return core.OTHERS, OTHER
    return (core.ALL, ANYBODY) if scope.hand is None else (scope.hand.expr, scope.hand.owner)


def _place(translator: Translator, place: tree.Expr, scope: Scope) -> Seats:
    """Translate `other hands`, `the next hand`, `the hand of c` or `s`."""
    match place:
        case tree.WordPhrase("the deck", at=at):
            raise CheckError(at, DECK_HIDDEN, SECRET)
        case tree.Noun("every", (), "hand", at=at):
            message = "say `in any hand` for one search through all, or begin the rule `in every hand, …`"
            raise CheckError(at, message)
        case tree.Noun("my", (), "hand", at=at):
            seat_at(0, scope, at)
            return core.MINE, OWN
        case tree.Noun("other", (), "hand"):
            return _other_seats(scope)
        case tree.Noun("any", (), "hand"):
            return core.ALL, ANYBODY
        case tree.Noun(at=at):
            hand = translator.reference(place, scope)
            if hand is None:
                known = listed(f"the {word} hand" for word in word_meanings.SEATS)
                message = f"`{print_noun(place)}` is not a place; expected other hands, any hand, {known}"
                raise CheckError(at, message)
        case _:
            hand = hand_of(translator, place, scope)
    return hand.expr, hand.owner


def hand_of(translator: Translator, phrase: tree.Expr, scope: Scope) -> Typed:
    """Translate a hand, or a card as the hand that holds it."""
    match phrase:
        case tree.Attribute(tree.HAND, of):
            thing = translator.translate(of, scope)
        case _:
            thing = translator.translate(phrase, scope)
    if thing.type == core.CARD:
        return holder(thing)
    expect_type(thing, core.SEAT, phrase.at, f"expected a hand, but `{print_term(phrase)}` is")
    return thing


def is_located(translator: Translator, thing: Typed, noun: tree.Noun, scope: Scope) -> Expr:
    """Translate that a thing is in the hands that a description names."""
    of, _ = seats(translator, noun, scope)
    if of in (core.ALL, core.NOBODY) or (thing.type == core.CLUE and of == core.OTHERS):
        return TRUE
    seat = seat_of(thing)
    if not isinstance(of, str):
        return term("same_seat", seat, of)
    mine = term("same_seat", seat, term("seat", Number(0)))
    return mine if of == core.MINE else term("not", mine)
