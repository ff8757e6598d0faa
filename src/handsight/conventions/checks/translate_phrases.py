"""Translate phrases of the syntax tree to expressions of the core, and refuse those that mean nothing.

This is one recursive translation: a description of cards contains conditions, a condition compares numbers,
a number counts cards that fit a description. The parts of the class below are references (`the clue`,
`my hand`), descriptions (nouns), predicates (`playable`), conditions and numbers. What a
single term needs of its parts, and whose cards are meant (`in other hands`), is in `typed_terms`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count

from handsight.conventions import core, normal_form
from handsight.conventions.checks import typed_terms, word_meanings
from handsight.conventions.checks.typed_terms import Scope, Typed, expect_type, type_name, value_of
from handsight.conventions.core import TRUE, Expr, Term, Var
from handsight.conventions.normal_form import Size, all_of, any_of, size_of, term
from handsight.conventions.syntax import syntax_tree as tree
from handsight.conventions.syntax.build_tree import MOST_NESTED
from handsight.conventions.syntax.print_convention import print_noun, print_term
from handsight.conventions.syntax.syntax_tree import BAD_TYPE, SECRET, CheckError, Location
from handsight.text.suggestions import did_you_mean, listed

MOST_PARTS = 20_000
"""The most parts of the core that the definitions used in one rule may unfold to."""
MOST_IN_CHAIN = 50
"""How deep definitions may be nested in one another."""
SEEN_APART = (
    "no update rule and no bridge step can use {}, since each seat sees it in its own way;"
    " did you mean `awaited`?"
)
"""Why only act rules may use what each seat works out for itself."""
TABLE = "table"
"""The type of the table, which only carries flags."""
ARITHMETIC = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}


class ExpressionChecker:
    """Translates phrases; it knows the flags and the definitions of the file."""

    def __init__(self, bearers: Mapping[str, str], definitions: Mapping[str, tree.Definition]) -> None:
        self.flags = list(bearers)
        self.bearers = bearers
        """What carries each flag: `hand`, `table`, or empty for a mark on cards."""
        self.definitions = definitions
        self._variables = count()
        self._translated: dict[tuple[object, ...], tuple[Typed, Size]] = {}
        """The translation and size of each definition, by all that it depends on: each is translated once."""
        self._parts = 0
        """The total size of the definitions that the current statement has used so far."""

    def begin_statement(self) -> None:
        """Begin a rule or a promise: the size of the definitions that it uses is counted from 0 again."""
        self._parts = 0

    def new_variable(self) -> int:
        """Return a variable number that is not yet used; `order_steps` renumbers them."""
        return next(self._variables)

    # ---- references: what needs no search

    def reference(self, noun: tree.Noun, scope: Scope) -> Typed | None:
        """Translate what needs no search, such as `the clue` or `the next hand`; else return None."""
        words = tuple(word.text for word in noun.words)
        if noun.qualifiers or noun.order:
            return None
        match noun.head, noun.determiner, words:
            case "clue", "the", ():
                return typed_terms.the_clue(scope, noun.at)
            case "hand", "my", ():
                return typed_terms.seat_at(0, scope, noun.at)
            case "hand", "the", ():
                if scope.hand is None:
                    message = "which hand? say `the next hand`, or begin with `in every hand,`"
                    raise CheckError(noun.at, message)
                return scope.hand
            case "hand", "the", (word,) if word in word_meanings.SEATS:
                return typed_terms.seat_at(word_meanings.SEATS[word], scope, noun.at)
            case "card", "the", (word,) if word in word_meanings.MOVED:
                events = word_meanings.MOVED[word]
                if scope.after not in events:
                    after = " or ".join(f"`after a {event}`" for event in events)
                    raise CheckError(noun.at, f"no card has been {word} here; begin the rule with {after}")
                return Typed(Term("moved"), core.CARD)
        return None

    def _named(self, text: str, scope: Scope, at: Location) -> Typed:
        """Translate a single word that stands for a thing, a number or a condition."""
        if text in scope.names:
            return scope.names[text]
        if text in word_meanings.FACTS:
            return Typed(Term(word_meanings.FACTS[text]), core.NUMBER)
        if text in word_meanings.TRUTHS:
            return Typed(TRUE if word_meanings.TRUTHS[text] else core.FALSE, core.TRUTH)
        definition = self.definitions.get(text)
        match definition:
            case tree.Let(noun=None, body=body):
                if text in scope.defining:
                    raise CheckError(at, f"`{text}` is defined by itself")
                inner = scope.inner(names={}, hand=None, defining=(*scope.defining, text))
                return self._once(text, None, inner, at, lambda: self.translate(body, inner))
            case tree.Let():
                raise CheckError(at, f"say of what: `{text} of …`")
        if isinstance(definition, tree.Call) or text in word_meanings.VALUE_WORDS:
            raise CheckError(at, f"say of what: `c is {text}`")
        raise CheckError(at, self._unknown(text, "not known here", *scope.names))

    def _once(
        self, text: str, thing: Typed | None, scope: Scope, at: Location, translate: Callable[[], Typed]
    ) -> Typed:
        """Return the translation of a definition, made only once; CheckError if it is too large."""
        if len(scope.defining) > MOST_IN_CHAIN:
            message = f"definitions use one another more than {MOST_IN_CHAIN} deep"
            raise CheckError(at, f"{message}; shorten the chain from `{scope.defining[0]}` to `{text}`")
        key = text, thing, scope.acting, scope.clue, scope.no_clue, scope.after
        if key not in self._translated:
            found = translate()
            self._translated[key] = found, size_of(found.expr)
        found, size = self._translated[key]
        self._parts += size.parts
        if self._parts > MOST_PARTS:
            message = f"`{text}` and what else is used here unfold to more than {MOST_PARTS:,} parts"
            raise CheckError(at, f"{message}; use definitions less often, or split this")
        if size.depth > MOST_NESTED:
            raise CheckError(at, f"`{text}` unfolds to phrases more than {MOST_NESTED} deep; split it")
        return found

    # ---- descriptions

    def search(self, noun: tree.Noun, scope: Scope) -> tuple[core.Each, Typed]:
        """Return the search for what a description describes, and the variable that the search binds."""
        if noun.head == "clue" and not scope.acting:
            message = "only the seat to move can look for clues; did you mean `the clue`?"
            raise CheckError(noun.at, message, SECRET)
        of, owner = typed_terms.seats(self, noun, scope)
        variable = self.new_variable()
        thing = Typed(Var(variable), core.SORTS[noun.head], owner)
        inner = scope.inner()
        self.give_name(noun, thing, inner)
        where = self._described(noun, thing, inner)
        keys = (*self._pick_keys(noun, thing, inner), *self._order_keys(noun, thing, inner))
        first = noun.determiner in ("the", "my")
        return normal_form.simplify_order(core.Each(variable, noun.head, of, where, keys, first)), thing

    def _described(self, noun: tree.Noun, thing: Typed, scope: Scope) -> Expr:
        """Translate everything that a description says of a thing, except where it is."""
        words = [word for word in noun.words if word.text not in word_meanings.PICKS]
        return all_of(
            *(self.predicate(word, thing, scope) for word in words),
            *(self._qualified(one, thing, scope) for one in noun.qualifiers),
        )

    def _found(self, noun: tree.Noun, scope: Scope) -> Typed:
        """Translate a description inside a claim: a reference, or a search that goes around the claim."""
        thing = self.reference(noun, scope)
        if thing is None:
            if scope.pending is None:
                message = f"name this first: `for {print_noun(noun)}`, with a letter after `{noun.head}`"
                raise CheckError(noun.at, message)
            each, thing = self.search(noun, scope)
            quantifier = noun.determiner if noun.determiner in ("every", "no") else "some"
            scope.pending.append(typed_terms.PendingSearch(quantifier, each))
        self.give_name(noun, thing, scope)
        return thing

    def give_name(self, noun: tree.Noun, thing: Typed, scope: Scope) -> None:
        """Add the name that a description gives to a thing, if any, to the names in the scope."""
        if not noun.name:
            return
        if noun.name in word_meanings.RESERVED or noun.name in self.definitions:
            message = f"`{noun.name}` already has a meaning; choose another name for this {noun.head}"
            raise CheckError(noun.at, message)
        scope.names[noun.name] = thing

    def _qualified(self, qualifier: tree.Qualifier, thing: Typed, scope: Scope) -> Expr:
        match qualifier:
            case tree.Qualifier("with" | "without" as word, tree.Flags() as flags, at=at):
                return self._has_flags(thing, flags, at, denied=word == "without")
            case tree.Qualifier("touched by", clue, at=at):
                return typed_terms.touches(self.translate(clue, scope), thing, at)
            case tree.Qualifier("asked by", clue, at=at):
                return self._asks(self.translate(clue, scope), thing, scope, at)
            case tree.Qualifier("such that", condition):
                return self.condition(condition, scope)
            case tree.Qualifier("that", tree.ClaimPhrase() as claim):
                return self._claim(claim, thing, scope)
        return TRUE  # `in` is translated by `seats`

    def _asks(self, clue: Typed, card: Typed, scope: Scope, at: Location) -> Expr:
        """Translate that a clue would ask the holder of a card to play it."""
        if not scope.acting:
            raise CheckError(at, SEEN_APART.format("what a clue asks"), SECRET)
        expect_type(clue, core.CLUE, at, "only a clue asks, as in `k asks c`, not")
        expect_type(card, core.CARD, at, "a clue asks for cards, as in `k asks c`, not for")
        return term("asks", clue.expr, card.expr)

    def _pick_keys(self, noun: tree.Noun, thing: Typed, scope: Scope) -> Iterator[core.Key]:
        """Translate words such as `frontmost` and `lowest` to sort keys."""
        for word in noun.words:
            for op, down in word_meanings.PICKS.get(word.text, ()):
                if op == "rank":
                    value = value_of(thing, scope, word.at, "`frontmost` or `backmost`")
                    yield core.Key(term("rank", value), down)
                    continue
                expect_type(thing, core.CARD, word.at, f"only a card can be `{word.text}`, not")
                yield core.Key(term(op, term("holder", thing.expr) if op == "away" else thing.expr), down)

    def _order_keys(self, noun: tree.Noun, thing: Typed, scope: Scope) -> Iterator[core.Key]:
        """Translate an order in brackets, such as `(by seat, from the front)`, to sort keys."""
        for key in noun.order:
            match key.by:
                case None:
                    by = self._attribute("front index", thing, scope, key.at)
                case tree.WordPhrase(text, at=at) if text not in scope.names:
                    known = word_meanings.ATTRIBUTES.get(text)
                    if known and known.of == core.VALUE:
                        value_of(thing, scope, at, "`from the front` or `from the back`")
                    by = self._attribute(
                        word_meanings.KEYS.get(text.removesuffix("s"), text), thing, scope, at
                    )
                case phrase:
                    by = self.translate(phrase, scope)
            expect_type(by, core.NUMBER, key.at, "an order goes by a number, not by")
            yield core.Key(by.expr, key.down)

    # ---- flags

    def flag(self, name: str, at: Location) -> core.Number:
        """Return the number of a flag."""
        if name not in self.flags:
            known = f"the flags are {listed(self.flags)}" if self.flags else "the file declares none"
            raise CheckError(at, f"there is no flag {name}; {did_you_mean(name, self.flags, known)}")
        return core.Number(self.flags.index(name))

    def _has_flags(self, thing: Typed, flags: tree.Flags, at: Location, *, denied: bool) -> Expr:
        """Translate that a card, or some card of a hand, has flags; *denied*: that it has none of them."""
        numbers = [self.flag(name, at) for name in flags.names]
        join = any_of if flags.either or denied else all_of
        bearers = {self.bearers[name] for name in flags.names}
        if bearers == {"table"} or thing.type == TABLE:
            self.expect_bearer(flags.names, "table", at)
            expect_type(thing, TABLE, at, f"{flags.names[0]} is a flag of the table, not of")
            has = join(*(term("has_table", flag) for flag in numbers))
        elif "hand" in bearers:
            self.expect_bearer(flags.names, "hand", at)
            name = flags.names[0]
            expect_type(
                thing, core.SEAT, at, f"{name} is a flag of hands, as in `the hand of c has {name}`, not of"
            )
            has = join(*(term("has_hand", flag, thing.expr) for flag in numbers))
        elif thing.type == core.SEAT:
            each = core.Each(self.new_variable(), "card", thing.expr)
            has = normal_form.bind(
                "some", each, join(*(term("has", flag, Var(each.var)) for flag in numbers))
            )
        else:
            expect_type(thing, core.CARD, at, "only cards carry flags, not")
            has = join(*(term("has", flag, thing.expr) for flag in numbers))
        return term("not", has) if denied else has

    def expect_bearer(self, names: Sequence[str], bearer: str, at: Location) -> None:
        """Raise CheckError unless all these flags are flags of *bearer*: `hand`, `table`, or "" for cards."""
        carried = {"": "cards", "hand": "hands", "table": "the table"}
        for name in names:
            self.flag(name, at)
            own = self.bearers[name]
            if own != bearer:
                where = {"": "", "hand": " of a hand", "table": " of the table"}[bearer]
                message = f"{name} is a flag of {carried[own]}, not of {carried[bearer]}"
                raise CheckError(at, f"{message}; declare another as `flag {name}{where}`", BAD_TYPE)

    def leaves(self, clue: Typed, card: Typed, names: Sequence[str], at: Location) -> Expr:
        """Translate that a card would have flags after a clue, whether or not it has them now."""
        if clue.type != core.CLUE or card.type != core.CARD:
            raise CheckError(at, "a clue makes a card carry flags, as in `k makes c IP`", BAD_TYPE)
        self.expect_bearer(names, "", at)
        flags = [self.flag(name, at) for name in names]
        return all_of(*(term("has_after", flag, clue.expr, card.expr) for flag in flags))

    def makes(self, clue: Typed, card: Typed, names: Sequence[str], at: Location) -> Expr:
        """Translate that a clue would give a card flags that it does not have now."""
        after = self.leaves(clue, card, names, at)
        return all_of(after, *(term("not", term("has", self.flag(name, at), card.expr)) for name in names))

    # ---- predicates: what is said of a thing

    def predicate(self, phrase: tree.Expr, thing: Typed, scope: Scope) -> Expr:
        """Translate that something is `playable`, `touched`, `a 5`, `a copy of c`, or a word of the file."""
        match phrase:
            case tree.Joined(word, parts):
                return term(word, *(self.predicate(part, thing, scope) for part in parts))
            case tree.Numeral(rank, at=at):
                value = value_of(thing, scope, at, f"`could be a {rank}`")
                return term("equal", term("rank", value), core.Number(rank))
            case tree.Attribute(tree.COPY, of, at=at):
                return typed_terms.is_copy(thing, self.translate(of, scope), scope, at)
            case tree.Noun("a"):
                return self._is_one_of(phrase, thing, scope)
            case tree.WordPhrase(text, at=at):
                return self._word(text, thing, scope, at)
        message = f"`{print_term(phrase)}` cannot be said of {type_name(thing)}"
        if thing.type == core.VALUE:
            message += "; expected a word such as `playable`, `a 5` or `a copy of c`"
        raise CheckError(phrase.at, message, BAD_TYPE)

    def _is_predicate(self, phrase: tree.Expr, scope: Scope) -> bool:
        """Whether a phrase is said of things, rather than being a thing itself."""
        match phrase:
            case tree.Numeral() | tree.Attribute(tree.COPY) | tree.Joined() | tree.Noun("a"):
                return True
            case tree.WordPhrase(text):
                named = text in {*scope.names, *word_meanings.FACTS, *word_meanings.TRUTHS, tree.TABLE}
                return not (named or isinstance(self.definitions.get(text), tree.Let))
        return False

    def _is_one_of(self, noun: tree.Noun, thing: Typed, scope: Scope) -> Expr:
        """Translate `is a playable card in the next hand`."""
        if core.SORTS[noun.head] != thing.type:
            raise CheckError(noun.at, f"{type_name(thing)} is not a {noun.head}", BAD_TYPE)
        if noun.name or noun.order:
            raise CheckError(noun.at, "leave the name and the order out: this only tests whether it is so")
        if any(word.text in word_meanings.PICKS for word in noun.words):
            raise CheckError(noun.at, "say `the` to choose one of several")
        return all_of(typed_terms.is_located(self, thing, noun, scope), self._described(noun, thing, scope))

    def _word(self, text: str, thing: Typed, scope: Scope, at: Location) -> Expr:
        if text in word_meanings.VALUE_WORDS:
            value = value_of(thing, scope, at, f"`could be {text}`")
            found = term("in", value, Term(word_meanings.VALUE_WORDS[text]))
            return term("not", found) if text in word_meanings.DENIED_WORDS else found
        if text == "touched":
            return typed_terms.touches(typed_terms.the_clue(scope, at), thing, at)
        if text in ("clued", "awaited") and thing.type == core.CARD:
            return term(text, thing.expr)
        if text == "asked" and thing.type == core.CARD:
            if not scope.acting:
                raise CheckError(at, SEEN_APART.format("who is asked"), SECRET)
            return term("asked", thing.expr)
        if text in word_meanings.CLUE_WORDS and thing.type == core.CLUE:
            color = term("color", thing.expr)
            return color if word_meanings.CLUE_WORDS[text] else term("not", color)
        definition = self.definitions.get(text)
        if isinstance(definition, tree.Call) and definition.noun:
            inner = self._definition_scope(text, definition.noun, thing, scope, at)
            body = definition.body
            with _used_at(text, at):
                return self._once(
                    text, thing, inner, at, lambda: Typed(self.condition(body, inner), core.TRUTH)
                ).expr
        if text in word_meanings.CARD_WORDS:
            expect_type(thing, core.CARD, at, f"`{text}` is said of cards, not of")
        raise CheckError(at, self._unknown(text, f"not a word for {type_name(thing)}"))

    def _definition_scope(
        self, text: str, noun: tree.Noun, thing: Typed, scope: Scope, at: Location
    ) -> Scope:
        """Return the scope of a definition, which contains only its subject."""
        if text in scope.defining:
            chain = " needs ".join((*scope.defining, text))
            raise CheckError(at, f"`{text}` is defined by itself: {chain}")
        wanted = core.SORTS[noun.head]
        if wanted == core.VALUE and thing.type == core.CARD:
            thing = Typed(value_of(thing, scope, at, f"`could be {text}`"), core.VALUE)
        expect_type(thing, wanted, at, f"`{text}` is said of {word_meanings.TYPE_NAMES[wanted]}, not of")
        inner = scope.inner(names={}, hand=None, defining=(*scope.defining, text))
        self.give_name(noun, thing, inner)
        return inner

    def value_set(self, phrase: tree.Expr, scope: Scope) -> Expr:
        """Translate a predicate into the set of values for which it is true."""
        variable = self.new_variable()
        return normal_form.those(variable, self.predicate(phrase, Typed(Var(variable), core.VALUE), scope))

    def _unknown(self, text: str, what: str, *names: str) -> str:
        """Return a message that a word is unknown, with the word that was probably meant."""
        known = sorted({*word_meanings.RESERVED, *self.definitions, *names} - {"yes"})
        here = f"the names here are {listed(f'`{name}`' for name in names)}" if names else ""
        hint = did_you_mean(text, known, here, show=lambda near: f"`{near}`")
        return "; ".join(filter(None, (f"`{text}` is {what}", hint)))

    # ---- conditions

    def condition(self, phrase: tree.Expr, scope: Scope) -> Expr:
        """Translate a condition."""
        match phrase:
            case tree.Joined(word, parts):
                return term(word, *(self.condition(part, scope) for part in parts))
            case tree.ClaimPhrase():
                inner = scope.inner(pending=[])
                if phrase.subject is None:
                    raise CheckError(phrase.at, "this claim has no subject; name what it is about")
                subject = self.translate(phrase.subject, inner)
                return typed_terms.quantified(inner.pending, self._claim(phrase, subject, inner))
        thing = self.translate(phrase, scope)
        expect_type(thing, core.TRUTH, phrase.at, f"expected a condition, but `{print_term(phrase)}` is")
        return thing.expr

    def _claim(self, claim: tree.ClaimPhrase, subject: Typed, scope: Scope) -> Expr:
        """Translate what a claim says about its subject."""
        inner = scope.inner(pending=[])
        if isinstance(claim.what, tree.Flags):
            return self._has_flags(subject, claim.what, claim.at, denied=claim.denied)
        if claim.flags:
            effect = self.leaves if claim.verb == "leaves" else self.makes
            target = self.translate(claim.what, inner)
            return typed_terms.quantified(inner.pending, effect(subject, target, claim.flags.names, claim.at))
        found = typed_terms.quantified(inner.pending, self._is(claim, subject, inner))
        return term("not", found) if claim.denied else found

    def _is(self, claim: tree.ClaimPhrase, subject: Typed, scope: Scope) -> Expr:
        match claim.verb:
            case "is":
                if self._is_predicate(claim.what, scope):
                    return self.predicate(claim.what, subject, scope)
                return typed_terms.equal(subject, self.translate(claim.what, scope), scope, claim.what.at)
            case "touches":
                return typed_terms.touches(subject, self.translate(claim.what, scope), claim.at)
            case "asks":
                return self._asks(subject, self.translate(claim.what, scope), scope, claim.at)
            case "could be" | "surely" | "known":
                return self._possibility(claim, subject, scope)
        expect_type(subject, core.NUMBER, claim.at, "only numbers are compared, not")
        return typed_terms.compare(claim.verb, subject.expr, self.number(claim.what, scope))

    def _possibility(self, claim: tree.ClaimPhrase, card: Typed, scope: Scope) -> Expr:
        """Translate `could be`, `is surely` and `I know … is`."""
        expect_type(card, core.CARD, claim.at, "this is said of cards, not of")
        if claim.verb == "known":
            typed_terms.require_own(card, print_term(claim.what), scope, claim.at, "I know")
        op = ("mine" if claim.verb == "known" else "could") + ("_promised" if claim.promised else "")
        possible = term(op, card.expr)
        values = self.value_set(claim.what, scope)
        return term("meets" if claim.verb == "could be" else "within", possible, values)

    # ---- numbers, and any phrase

    def number(self, phrase: tree.Expr, scope: Scope) -> Expr:
        """Translate a number."""
        thing = self.translate(phrase, scope)
        expect_type(thing, core.NUMBER, phrase.at, f"expected a number, but `{print_term(phrase)}` is")
        return thing.expr

    def translate(self, phrase: tree.Expr, scope: Scope) -> Typed:  # noqa: C901  # one case for each phrase
        """Translate any phrase."""
        match phrase:
            case tree.NumberPhrase(value):
                return Typed(normal_form.number(value), core.NUMBER)
            case tree.WordPhrase(tree.TABLE):
                return Typed(core.Number(0), TABLE)
            case tree.WordPhrase(text, at=at):
                return self._named(text, scope, at)
            case tree.Noun(tree.COUNTED):
                each, _ = self.search(phrase, scope)
                return Typed(normal_form.bind("count", each, TRUE), core.NUMBER)
            case tree.Noun():
                return self._found(phrase, scope)
            case tree.Attribute(tree.HAND):
                return typed_terms.hand_of(self, phrase, scope)
            case tree.Attribute(name, of, at=at) if name != tree.COPY:
                return self._attribute(name, self.translate(of, scope), scope, at)
            case tree.Arithmetic(op, left, right, at=at):
                operands = self.number(left, scope), self.number(right, scope)
                return typed_terms.arithmetic(ARITHMETIC[op], *operands, at)
            case tree.Chance(card, predicate, promised, at=at):
                own = self.translate(card, scope)
                typed_terms.require_own(own, print_term(predicate), scope, at, "chance that")
                op = "chance_promised" if promised else "chance"
                return Typed(term(op, own.expr, self.value_set(predicate, scope)), core.NUMBER)
            case tree.Numeral() | tree.Attribute():
                text = print_term(phrase)
                raise CheckError(phrase.at, f"`{text}` is said of a card: `c is {text}`")
        return Typed(self.condition(phrase, scope), core.TRUTH)

    def _attribute(self, name: str, thing: Typed, scope: Scope, at: Location) -> Typed:
        """Translate `rank of c`, or an attribute that the file defines with `let`."""
        definition = self.definitions.get(name)
        if isinstance(definition, tree.Let) and definition.noun is not None:
            inner = self._definition_scope(name, definition.noun, thing, scope, at)
            body = definition.body
            with _used_at(name, at):
                return self._once(name, thing, inner, at, lambda: self.translate(body, inner))
        found = word_meanings.ATTRIBUTES.get(name)
        if found is None:
            lets = [text for text, let in self.definitions.items() if isinstance(let, tree.Let) and let.noun]
            hint = did_you_mean(name, (*word_meanings.ATTRIBUTES, *lets), show=lambda near: f"`{near} of`")
            raise CheckError(at, "; ".join(filter(None, (f"nothing has a `{name}`", hint))))
        return typed_terms.attribute(name, found, thing, scope, at)


@contextmanager
def _used_at(word: str, at: Location) -> Iterator[None]:
    """Add to a problem inside a definition where the defined word was used."""
    try:
        yield
    except CheckError as error:
        where = f"line {at.line}" if at.line else "it"
        problem = error.problem
        message = f"{problem.message} (`{word}`, as {where} uses it)"
        raise CheckError(problem.at, message, problem.code) from None
