"""Hypothesis strategies for convention files: any syntax tree that the grammar can express."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from handsight.conventions.syntax.syntax_tree import (
    COPY,
    COUNTED,
    EFFECTS,
    EVERY_CLUE,
    HAND,
    NOT,
    TABLE,
    ActRule,
    Arithmetic,
    Attribute,
    BridgeStep,
    Call,
    Chance,
    ClaimPhrase,
    Clause,
    File,
    Flag,
    Flags,
    Hook,
    Joined,
    LawRule,
    Let,
    Missing,
    MoveRule,
    Noun,
    NumberPhrase,
    Numeral,
    Param,
    Qualifier,
    Setting,
    SortKey,
    UpdateRule,
    Use,
    Without,
    WordPhrase,
)

Trees = st.SearchStrategy[Any]
"""Draws expressions of any kind; the checker, not the grammar, knows which fit together."""
DETERMINERS = ("the", "a", "some", "any", "no", "every", "my", "other")

names = st.sampled_from(["c", "k", "point", "no-copy", "save-next", "playable", "touched", "frontmost", "x1"])
titles = st.one_of(names, st.sampled_from(["play", "discard", "last", "first"]))
facts = st.sampled_from(["clues left", "deck left", "strikes", "pace", "best score"])
texts = st.sampled_from(["", "immediately playable", "it's so: 50 %, or more"])
words = st.one_of(names, facts).map(WordPhrase)
flag_names = st.sampled_from(["IP", "CM", "CH", "X2"])
flags = st.lists(flag_names, min_size=1, max_size=3).flatmap(
    lambda some: st.booleans().map(lambda either: Flags(tuple(some), either and len(some) > 1))
)
numbers = st.one_of(st.integers(0, 99), st.sampled_from([0.5, 0.7, 0.25, 12.125])).map(NumberPhrase)
literals = st.one_of(st.integers(0, 9), st.sampled_from([0.7, "yes", "no", "last", "rank"]))
adjectives = st.lists(names.map(WordPhrase), max_size=2).map(tuple)
places = st.one_of(
    st.builds(Noun, st.sampled_from(["the", "my", "other", "any"]), adjectives, st.just("hand")),
    names.map(WordPhrase),
    st.builds(Attribute, st.just(HAND), names.map(WordPhrase)),
    st.just(WordPhrase("the deck")),
)


def denied(part: Any) -> Joined:
    return Joined(NOT, (part,))


def kinds(inner: Trees) -> Trees:
    return st.one_of(inner, inner.map(denied))


def claims(inner: Trees, subjects: Trees) -> Trees:
    plain = st.sampled_from(["is", "at least", "at most", "below", "above"])
    return st.one_of(
        st.builds(
            lambda s, v, w, d: ClaimPhrase(s, v, w, d and v == "is"), subjects, plain, inner, st.booleans()
        ),
        st.builds(
            lambda s, v, w, d, p: ClaimPhrase(s, v, w, d and v == "could be", p),
            subjects,
            st.sampled_from(["could be", "surely", "known"]),
            kinds(inner),
            st.booleans(),
            st.booleans(),
        ),
        st.builds(ClaimPhrase, subjects, st.sampled_from(["touches", "asks"]), inner),
        st.builds(ClaimPhrase, subjects, st.just("has"), flags, st.booleans()),
        st.builds(
            lambda s, v, w, f: ClaimPhrase(s, v, w, flags=f),
            subjects,
            st.sampled_from(["makes", "leaves"]),
            inner,
            flags,
        ),
    )


def nouns(inner: Trees, determiners: Sequence[str] = DETERMINERS) -> st.SearchStrategy[Noun]:
    qualifiers = st.one_of(
        st.builds(Qualifier, st.sampled_from(["with", "without"]), flags),
        st.builds(Qualifier, st.just("in"), places),
        st.builds(Qualifier, st.just("that"), claims(inner, st.none())),
        st.builds(Qualifier, st.sampled_from(["touched by", "asked by", "such that"]), inner),
    )
    keys = st.builds(
        SortKey,
        st.one_of(st.none(), names.map(WordPhrase), inner),
        st.booleans(),
        st.one_of(st.none(), inner),
    )
    return st.builds(
        Noun,
        st.sampled_from(determiners),
        adjectives,
        st.sampled_from(["card", "value", "clue", "hand"]),
        st.one_of(st.just(""), st.sampled_from(["c", "d", "s"])),
        st.lists(qualifiers, max_size=2).map(tuple),
        st.lists(keys, max_size=2).map(tuple),
    )


def grown(inner: Trees) -> Trees:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    counted = nouns(inner, (COUNTED,)).map(
        lambda noun: Noun(COUNTED, noun.words, noun.head, noun.name, noun.qualifiers)
    )
    return st.one_of(
        st.builds(Joined, st.sampled_from(["and", "or"]), several),
        inner.map(denied),
        claims(inner, inner),
        nouns(inner),
        counted,
        st.builds(Arithmetic, st.sampled_from("+-*/"), inner, inner),
        st.builds(Chance, inner, kinds(inner), st.booleans()),
        st.builds(Attribute, st.one_of(names, st.sampled_from([HAND, COPY])), inner),
    )


exprs = st.recursive(st.one_of(words, numbers, st.integers(1, 5).map(Numeral)), grown, max_leaves=8)
things = nouns(exprs)
hooks = st.one_of(
    st.none(),
    st.builds(Hook, st.sampled_from(["before", "after", "replaces"]), st.tuples(titles)),
    st.sampled_from([Hook("first"), Hook("last")]),
)
narrows = st.one_of(
    st.lists(names, min_size=1, max_size=2).map(lambda some: Hook("narrows", tuple(some))),
    st.just(Hook("narrows", (EVERY_CLUE,))),
)
fors = st.builds(Clause, st.sampled_from(["for", "in"]), things)
ifs = st.builds(Clause, st.sampled_from(["if", "unless"]), exprs)
clauses = st.lists(st.one_of(fors, ifs), max_size=2).map(tuple)


def lawful(determiner: str) -> st.SearchStrategy[Noun]:
    qualifiers = st.builds(Qualifier, st.just("with"), flags).map(lambda one: (one,))
    return st.builds(Noun, st.just(determiner), st.just(()), st.just("card"), st.just(""), qualifiers)


def acts() -> st.SearchStrategy[ActRule]:
    acting = st.builds(
        ActRule,
        titles,
        hooks,
        st.sampled_from(["play", "discard", "clue", "give"]),
        exprs,
        st.none(),
        clauses,
    )
    making = st.builds(ActRule, titles, hooks, st.just("make"), exprs, flags, clauses, st.booleans(), texts)
    narrowing = st.builds(
        ActRule,
        titles,
        narrows,
        st.just(""),
        st.none(),
        st.none(),
        st.lists(ifs, min_size=1, max_size=2).map(tuple),
    )
    return st.one_of(acting, making, narrowing)


updates = st.builds(
    lambda name, noun, gains, loses, hook, after, led, asked, ends: UpdateRule(
        name, noun, gains, loses, hook, after, (*led, *asked), ends
    ),
    titles,
    things,
    st.lists(flag_names, min_size=1, max_size=2).map(tuple),
    st.lists(flag_names, max_size=2).map(tuple),
    hooks,
    st.sampled_from(["", "clue", "colour clue", "play", "discard", "strike", "deal"]),
    st.lists(fors, max_size=1).map(tuple),
    st.lists(ifs, max_size=1).map(tuple),
    st.booleans(),
)
readings = st.builds(
    lambda name, noun, effect, values, asked: UpdateRule(
        name,
        None if effect in ("drop all", "excuse") else noun,
        after="play",
        clauses=asked,
        effect=effect,
        values=values if effect in ("may be", "bridged") else None,
    ),
    titles,
    things,
    st.sampled_from(sorted(EFFECTS)),
    kinds(exprs),
    st.lists(ifs, max_size=1).map(tuple),
)
tables = st.builds(
    UpdateRule, titles, st.just(WordPhrase(TABLE)), st.lists(flag_names, min_size=1, max_size=2).map(tuple)
)
statements = st.tuples(
    st.lists(
        st.builds(
            Flag,
            flag_names,
            texts,
            st.one_of(st.none(), kinds(exprs)),
            st.sampled_from(["", "hand", "table"]),
        ),
        max_size=2,
    ).map(tuple),
    st.lists(
        st.builds(Param, names, st.lists(literals, min_size=1, max_size=3).map(tuple), texts), max_size=2
    ).map(tuple),
    st.lists(
        st.one_of(
            st.builds(
                Call,
                names,
                st.builds(Noun, st.just("a"), adjectives, st.sampled_from(["card", "value"]), st.just("v")),
                exprs,
            ),
            st.builds(
                Let,
                names,
                st.one_of(
                    st.none(), st.builds(Noun, st.just("a"), adjectives, st.just("clue"), st.just("k"))
                ),
                exprs,
            ),
        ),
        max_size=2,
    ).map(tuple),
    st.lists(st.builds(Setting, names, literals), max_size=1).map(tuple),
    st.lists(st.builds(MoveRule, titles, st.sampled_from(["before", "after"]), titles), max_size=1).map(
        tuple
    ),
    st.lists(st.builds(Without, titles, st.sampled_from(["", "act", "update"])), max_size=2).map(tuple),
    st.lists(
        st.builds(Missing, st.one_of(names.map(WordPhrase), st.integers(0, 9).map(NumberPhrase))), max_size=1
    ).map(tuple),
    st.lists(st.builds(LawRule, titles, lawful("no"), lawful("other"), hooks), max_size=1).map(tuple),
    st.lists(st.builds(BridgeStep, titles, things, hooks), max_size=2).map(tuple),
    st.lists(st.one_of(updates, readings, tables), max_size=3).map(tuple),
    st.lists(acts(), max_size=2).map(tuple),
).map(lambda kinds: tuple(one for kind in kinds for one in kind))
"""Statements in the order in which they are printed."""
files = st.builds(
    File,
    st.sampled_from(["convention", "idea"]),
    names,
    st.lists(st.one_of(names.map(Use), st.builds(Use, names, st.just("after"), titles)), max_size=2).map(
        tuple
    ),
    texts,
    statements,
)
