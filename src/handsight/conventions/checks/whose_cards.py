"""Whose cards, hands and clues a phrase is about: `in other hands`, `the next hand`, `my`.

A location contains phrases (`the hand of c`), which whoever asks translates: see `Translator`.
"""

from typing import Protocol

from handsight.conventions.checks import typed_terms, word_meanings
from handsight.conventions.checks.typed_terms import ANYBODY, GONE, OTHER, OWN, Scope, Typed, expect_type
from handsight.conventions.core import ALL, CARD, CLUE, MINE, NOBODY, OTHERS, SEAT, TRUE, Expr, Number
from handsight.conventions.normal_form import term
from handsight.conventions.syntax import syntax_tree as tree
from handsight.conventions.syntax.file_problems import SECRET, CheckError
from handsight.conventions.syntax.print_convention import print_noun, print_term
from handsight.conventions.syntax.syntax_tree import Location
from handsight.text.suggestions import listed

DECK_HIDDEN = "the cards of the deck are hidden from everybody"
NO_I = "in an update rule there is no I: all players apply it alike"
Seats = tuple[Expr | str, str]
"""Whose cards: as `Each.of` of the core has it, and who that is to the acting seat."""


class Translator(Protocol):
    """Translates the phrases in a location."""

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
    return Typed(term("seat", Number(offset)), SEAT, owner)


def seats(translator: Translator, noun: tree.Noun, scope: Scope) -> Seats:
    """Return whose cards, hands or clues a description ranges over."""
    places = [one for one in noun.qualifiers if isinstance(one, tree.In)]
    if len(places) > 1:
        raise CheckError(places[1].at, "this already says where; leave one of the two out")
    place = places[0] if places else None
    if noun.determiner == "my" and not scope.acting:
        raise CheckError(noun.at, f"{NO_I}; did you mean `the`?", SECRET)
    match noun.head:
        case "value":
            if place or noun.determiner in ("my", "other"):
                raise CheckError(noun.at, "values are not in hands: they are everything that a card could be")
            return NOBODY, GONE
        case "hand":
            if place or noun.determiner == "my":
                message = "this does not name a hand; say `every hand`, `another hand` or `the next hand`"
                raise CheckError(noun.at, message)
            return _other_seats(scope) if noun.determiner == "other" else (ALL, ANYBODY)
        case "clue":
            return _clued_seats(translator, place, scope)
    return _seats_of_cards(translator, noun, place, scope)


def _seats_of_cards(translator: Translator, noun: tree.Noun, place: tree.In | None, scope: Scope) -> Seats:
    if noun.determiner == "other":
        raise CheckError(noun.at, "say in which hands: `a card in other hands`")
    if noun.determiner == "my":
        if place:
            raise CheckError(place.at, "my cards are in my hand; leave this out, or `my`")
        return MINE, OWN
    return _place(translator, place.place, scope) if place else _implied_seats(translator, noun, scope)


def _other_seats(scope: Scope) -> Seats:
    return OTHERS, OTHER if scope.acting else ANYBODY


def _clued_seats(translator: Translator, place: tree.In | None, scope: Scope) -> Seats:
    """Return the seats to which clues may be given."""
    if place is None:
        return OTHERS, OTHER
    of, owner = _place(translator, place.place, scope)
    if scope.acting and owner != OTHER:
        message = "you cannot clue your own hand; say `to the next hand` or leave it out"
        raise CheckError(place.at, message)
    return of, owner


def _implied_seats(translator: Translator, noun: tree.Noun, scope: Scope) -> Seats:
    """Return whose cards are meant if nothing is said: the clued hand, the hand of the rule, or all."""
    clues = [one.clue for one in noun.qualifiers if isinstance(one, tree.TouchedBy)]
    if clues or any(word.text == "touched" for word in noun.words):
        clue = translator.translate(clues[-1], scope.inner()) if clues else the_clue(scope, noun.at)
        if clue.type == CLUE:
            return term("to", clue.expr), OTHER if scope.acting else ANYBODY
    if scope.acting and any(isinstance(one, tree.AskedBy) for one in noun.qualifiers):
        return OTHERS, OTHER
    return (ALL, ANYBODY) if scope.hand is None else (scope.hand.expr, scope.hand.owner)


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
            return MINE, OWN
        case tree.Noun("other", (), "hand"):
            return _other_seats(scope)
        case tree.Noun("any", (), "hand"):
            return ALL, ANYBODY
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
    thing = translator.translate(phrase.card if isinstance(phrase, tree.HandOf) else phrase, scope)
    if thing.type == CARD:
        return typed_terms.holder(thing)
    expect_type(thing, SEAT, phrase.at, f"expected a hand, but `{print_term(phrase)}` is")
    return thing


def is_located(translator: Translator, thing: Typed, noun: tree.Noun, scope: Scope) -> Expr:
    """Translate that something is where a description says."""
    of, _ = seats(translator, noun, scope)
    if of in (ALL, NOBODY) or (thing.type == CLUE and of == OTHERS):
        return TRUE
    seat = typed_terms.seat_of(thing)
    if not isinstance(of, str):
        return term("same_seat", seat, of)
    mine = term("same_seat", seat, term("seat", Number(0)))
    return mine if of == MINE else term("not", mine)
