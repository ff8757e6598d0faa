"""The core of a convention: all that it means, and nothing else. This page is the whole of it.

A **core** is a list of promises (one for each flag), a list of update rules and a list of act rules. It
holds no names, no ideas, no parameters and no places: two files that mean the same have equal cores, and
`identity(core)` is the hash of its content. The interpreter (`interpreter/`) and the compiled version
(`compiler/`) both implement this page.

**Who is asked, and when.** *read* runs once after the deal and once after every action, draw included: all
update rules, in order, on the public facts as they stand then. *decide* runs for the seat to move: the first
act rule that finds an action. In act rules "I" is the seat to move; in update rules it is the seat that has
just acted (seat 0 after the deal).

**Expressions** are four kinds of nodes:

- `Number(value)`: a constant. As a truth, `Number(1)` is true and `Number(0)` false.
- `Var(number)`: a variable. `Each` says which number it binds: how many other `Each` are open there.
- `Term(op, args)`: an operation of the table `OPS`, where each has its types and its meaning.
- `Bind(op, each, then)`: looks through things. `some`: there is one for which *then* holds. `count`: for how
  many does it hold. `those`: the set of values for which it holds (its *each* ranges over values).

`Each(var, sort, of, where, order, first)` ranges over things and binds a variable to one after another:

- *sort* `card`: the cards in the hands of *of*; `hand`: those seats; `clue`: every legal clue that I can
  give now to *of*; `value`: every identity of the variant (*of* is then `NOBODY`).
- *of* is an expression for one seat, or `MINE`, `OTHERS` (all but me) or `ALL`.
- Natural order: hands by how far they are from me, 0 first; in a hand from the front (slot 0, the newest);
  clues by seat, then as `variant.clues()` lists them; values by identity.
- *where* filters; *order* is a list of `Key(by, down)`: sort by these numbers, the first key first, lowest
  first unless *down*; what remains equal stays in natural order.
- *first*: only the first of them, in that order, is looked at; none is, if there is none.

**Update rules.** `Update(after, steps, card, gains, loses, ends)`. The rule runs if *after* is `always`, or
names what just happened: `clue` (`color`, `number`: of that kind), `play` (it fitted), `strike` (it did not),
`discard`, `deal`. Its *steps* are a list of `Each` and truths, outermost first; *card* is a card. Every way
through the steps at which all truths hold finds a card. All are found before any is changed; then each found
card gains and loses those flags (indices). If *ends*, and at least one was found, what happened is
understood: later rules whose *after* is not `always` do not run.

**Promises.** `promises[flag]` is a set of values, or None. When a card that lacks a flag gains it, that makes
a promise: what the card was promised to be is narrowed to that set, as it is at that moment (after the
action, in the memory before this rule changed it). A card keeps its promises when it loses the flag. Promises
that leave a card nothing that it could be are broken, and are not counted: see `could_promised`.

A flag may also be a mark on hands or on the table: then *card* is a seat, or `Number(0)` for the table, and
the flag is one bit for each seat, or bit 0. Such flags promise nothing.

**Open readings.** An update rule with an *effect* changes no flags. `may be` and `bridged`: each found card
may be one of *values*. All of them after one event make one **question**: a list of **alternatives**, each a
list of pairs (card, value), the found card (the *focus*) with its value first. `bridged`: the values that are
*missing* before v are the needed values of its suit of lower rank that are not played. If one of them makes a
truth of `bridge.known` true, it needs no pair. For each other one, lowest first, every hand but the actor's,
in turn order, offers cards that are not in the alternative yet: of the first search of `bridge.offers` that
finds any, the first one; or all of them, the newest first, if the number of the search is in `bridge.every`.
There is an alternative for each combination of offers; none if more than `bridge.most` need a pair. If one
value alone needs a pair, the focus is not in the next hand, and that hand offers for it one card alone, which
is also the first that some search of `bridge.bluffs` finds there, then there is a further alternative, a
*bluff*: this card is any value that fits, and the missing value stays missing. Alternatives whose focus could
not be the value are left out. They are kept fewest pairs first, then in the order in which they were found,
bluffs after others. A question of more than 16 alternatives is *full*: those with the most pairs are left
out, all of one number of pairs at once, until at most 16 are left, perhaps none; that is counted in the
memory. A seventh question closes the oldest.

After the update rules, the questions that were open before are settled, by five fixed rules:

1. *Fit*: an alternative goes if clues or faces rule out a pair whose value is not played yet, if the focus is
   still held and its value is played or can no longer score, or if the card of an open pair was discarded.
2. *Done*: a pair whose value is on the stacks is done; the others, the focus apart, are *open*. Where the
   card of a bluff is played and fits, the pair goes, and so do the alternatives that do not name that card:
   its holder, who sees the focus, took none of them for true.
3. *Declined*: if the card of its first open pair was never touched, its value fitted before this turn and its
   holder has just acted otherwise, the alternative goes, unless a rule with effect `excuse` holds for this
   event and the question was not excused before.
4. *Instead*: if the card of an open pair was just played and is another value, the card that a rule with
   effect `instead` finds takes its place; without one, the alternative goes.
5. *Closed*: once no pair is open and one card is the focus of all, that card is promised what is left;
   without an alternative the question is gone. The effect `drop` removes the questions about the found cards,
   and what those were promised; `drop all` removes all questions.

A card that every alternative of a question names is, as everybody can tell, one of the values that they name;
this is settled anew after each event and after `drop`.

What a seat makes of a question is seen, not stored. An alternative is *alive* for a seat if its focus and its
open pairs are true on the cards that it sees (a card that I do not see and it does: as if true). If some that
are alive name no card of its hand but the focus, only they *count*. A card is **asked** if its holder's first
alternative that counts has it in its first open pair, with a value that is playable, or if all that count
have it as focus, no open pair, and a playable value. Where promises are counted (`…_promised`), my own cards
are what the alternatives that count for me leave them, other cards what the readings leave them as everybody
can tell; readings that would leave a card nothing are not counted for it. `honest` asks more of a clue that
opens a question: for every other seat the alternatives that count include one that is wholly true, and the
card in the first open pair of the first of them, if it is in that hand, is what some alternative that counts
says in its first open pair.

**Laws.** `Law(flags, others)`: where promises are counted, a card with all of *flags* is no value that
another card with all of *others* surely is by clues and promises, and no card of mine is what I see on such a
card. A law that would leave a card nothing is not counted for it.

**Act rules.** `Act(steps, verb, what)`: *verb* is `play` or `discard` (*what* is a card of mine) or `give`
(a clue). Search the steps in order, as nested loops; the first way through at which all truths hold and the
action is legal is the answer. A rule without an answer is passed over.
"""

from hashlib import sha256
from typing import NamedTuple

from msgspec import Struct, msgpack

TRUTH, NUMBER, CARD, SEAT = "truth", "number", "card", "seat"
CLUE, VALUE, VALUES, FLAG = "clue", "value", "values", "flag"
MINE, OTHERS, ALL, NOBODY = "mine", "others", "all", "nobody"
SORTS = {"card": CARD, "hand": SEAT, "clue": CLUE, "value": VALUE}
"""The type of a variable that ranges over things of a sort."""
MAX_NUMBER = 2**53
"""Numbers stay below this, so that the interpreter and compiled code count alike."""
AFTER = ("always", "clue", "color", "number", "play", "strike", "discard", "deal")


class Number(Struct, frozen=True, tag="n", array_like=True):
    """A constant."""

    value: float


class Var(Struct, frozen=True, tag="v", array_like=True):
    """A variable: the thing to which an `Each` around it is bound at the moment."""

    number: int


class Term(Struct, frozen=True, cache_hash=True, tag="t", array_like=True):
    """An operation on its arguments."""

    op: str
    args: tuple["Expr", ...] = ()


class Bind(Struct, frozen=True, cache_hash=True, tag="b", array_like=True):
    """`some`, `count` or `those`: whether, how often, or for which values *then* holds."""

    op: str
    each: "Each"
    then: "Expr"


Expr = Number | Var | Term | Bind
TRUE, FALSE = Number(1), Number(0)


class Key(Struct, frozen=True, array_like=True):
    """Sort by a number, the lowest first unless *down*."""

    by: Expr
    down: bool = False


class Each(Struct, frozen=True, cache_hash=True, tag="e", array_like=True):
    """Range over things and bind a variable to each."""

    var: int
    sort: str
    of: Expr | str
    where: Expr = TRUE
    order: tuple[Key, ...] = ()
    first: bool = False


Step = Each | Number | Var | Term | Bind


class Update(Struct, frozen=True, array_like=True):
    """An update rule: after which event which cards gain and lose which flags, or have an *effect*."""

    after: str
    steps: tuple[Step, ...]
    card: Expr
    gains: tuple[int, ...] = ()
    loses: tuple[int, ...] = ()
    ends: bool = False
    effect: str = ""
    values: Expr | None = None


class Act(Struct, frozen=True, array_like=True):
    """An act rule: what to search for, and the action to take with what is found."""

    steps: tuple[Step, ...]
    verb: str
    what: Expr


class Bridge(Struct, frozen=True, array_like=True):
    """Who may hold a missing value. `Var(0)` is the value, `Var(1)` the seat whose hand is searched."""

    most: int = 0
    known: tuple[Expr, ...] = ()
    """Truths: if one holds, the value counts as played, and the alternative names no card for it."""
    offers: tuple[Each, ...] = ()
    """Searches in a hand; the first that finds a card offers it."""
    bluffs: tuple[Each, ...] = ()
    """Searches in the next hand for a card that may be any value that fits."""
    every: tuple[int, ...] = ()
    """Indices of those `offers` that offer every card they find."""


class Law(Struct, frozen=True, array_like=True):
    """No card with all flags of the first list is a copy of another card with all flags of the second."""

    flags: tuple[int, ...]
    others: tuple[int, ...]


class Core(Struct, frozen=True, array_like=True):
    """What a convention means: promises (one for each flag), update rules, act rules, bridge and laws."""

    promises: tuple[Expr | None, ...] = ()
    updates: tuple[Update, ...] = ()
    acts: tuple[Act, ...] = ()
    bridge: Bridge = Bridge()
    laws: tuple[Law, ...] = ()

    @property
    def has_readings(self) -> bool:
        """Whether some rule leaves a reading open."""
        return any(rule.effect in ("may be", "bridged") for rule in self.updates)


def identity(core: Core) -> str:
    """Return a hash of a core's content; unused parts are left out, so that older hashes stay the same."""
    updates = tuple(_update_content(rule) for rule in core.updates)
    content: tuple[object, ...] = core.promises, updates, core.acts
    if core.has_readings and core.bridge != Bridge():
        content = (*content, _bridge_content(core.bridge))
    if core.laws:
        content = (*content, core.laws)
    return sha256(msgpack.encode(content)).hexdigest()


def _bridge_content(bridge: Bridge) -> object:
    plain = bridge.most, bridge.known, bridge.offers
    return bridge if bridge.bluffs or bridge.every else plain


def _update_content(rule: Update) -> object:
    plain = rule.after, rule.steps, rule.card, rule.gains, rule.loses, rule.ends
    return rule if rule.effect else plain


class Op(NamedTuple):
    """Types of the arguments (a last `…` repeats the one before) and the result; secrecy; meaning."""

    args: tuple[str, ...]
    result: str
    secret: bool
    """Whether it reads what not every player sees; then only act rules may use it."""
    meaning: str


def _op(args: str, result: str, meaning: str, *, secret: bool = False) -> Op:
    return Op(tuple(args.split()), result, secret, meaning)


OPS = {
    # ---- truths
    "not": _op("truth", TRUTH, "it is not so"),
    "and": _op("truth …", TRUTH, "all are so"),
    "or": _op("truth …", TRUTH, "at least one is so"),
    "less": _op("number number", TRUTH, "the first is less than the second"),
    "equal": _op("number number", TRUTH, "they are equal"),
    "same_card": _op("card card", TRUTH, "they are one card"),
    "same_seat": _op("seat seat", TRUTH, "they are one seat"),
    "same_clue": _op("clue clue", TRUTH, "they are one clue, to one seat"),
    "same_value": _op("value value", TRUTH, "they are one identity"),
    "has": _op("flag card", TRUTH, "the card carries the flag"),
    "has_hand": _op("flag seat", TRUTH, "the hand carries the flag"),
    "has_table": _op("flag", TRUTH, "the table carries the flag"),
    "asked": _op("card", TRUTH, "an open reading asks its holder to play the card now", secret=True),
    "asks": _op(
        "clue card",
        TRUTH,
        "once this clue was read, its holder would be asked to play the card, or it would surely be playable"
        " by promise; and neither is so now",
        secret=True,
    ),
    "awaited": _op("card", TRUTH, "an alternative of some open reading expects this card to be played next"),
    "has_after": _op(
        "flag clue card", TRUTH, "the card would carry the flag once this clue was read", secret=True
    ),
    "honest": _op(
        "clue", TRUTH, "every promise that reading this clue would make of a card I see is true", secret=True
    ),
    "touches": _op("clue card", TRUTH, "the clue touches the card (false for cards of other hands)"),
    "clued": _op("card", TRUTH, "some clue has touched the card, at any time"),
    "color": _op("clue", TRUTH, "the clue names a colour"),
    "in": _op("value values", TRUTH, "the value is one of the set"),
    "meets": _op("values values", TRUTH, "the sets have a value in common"),
    "within": _op("values values", TRUTH, "every value of the first is in the second"),
    # ---- numbers: the table
    "clues": _op("", NUMBER, "whole clue tokens left"),
    "strikes": _op("", NUMBER, "strikes so far"),
    "deck": _op("", NUMBER, "cards left in the deck"),
    "turn": _op("", NUMBER, "actions taken so far"),
    "turns": _op("", NUMBER, "turns left, once the final round has begun; before it, deck + a final round"),
    "score": _op("", NUMBER, "cards on the stacks"),
    "best": _op("", NUMBER, "the best score that the discards still allow"),
    "pace": _op("", NUMBER, "score + deck + turns of a final round - best"),
    # ---- numbers: things
    "slot": _op("card", NUMBER, "index from the front of its hand, 0 = newest"),
    "back": _op("card", NUMBER, "index from the back of its hand, 0 = oldest"),
    "order": _op("card", NUMBER, "its index in the deck"),
    "away": _op("seat", NUMBER, "how many seats after me, from 0"),
    "size": _op("seat", NUMBER, "cards in the hand"),
    "rank": _op("value", NUMBER, "its rank"),
    "suit": _op("value", NUMBER, "its suit, from 0"),
    "copies": _op("value", NUMBER, "how many the deck holds in all"),
    "left": _op("value", NUMBER, "how many are not in the discard pile"),
    "height": _op("value", NUMBER, "how many cards lie on the stack of its suit"),
    "named": _op("clue", NUMBER, "the number that a clue names; 0 for a colour"),
    "add": _op("number number", NUMBER, "their sum"),
    "subtract": _op("number number", NUMBER, "the first less the second"),
    "multiply": _op("number number", NUMBER, "their product"),
    "divide": _op("number number", NUMBER, "the first over the second, not rounded; 0 if the second is 0"),
    "chance": _op(
        "card values", NUMBER, "how likely a card of mine is one of the set: ways / all ways", secret=True
    ),
    "chance_promised": _op(
        "card values", NUMBER, "the same, counting only ways in which promises hold", secret=True
    ),
    # ---- values
    "face": _op("card", VALUE, "what the card is: of a hand that I see, or a card that has left its hand"),
    "playable": _op("", VALUES, "what fits a stack now"),
    "needed": _op("", VALUES, "what can still score"),
    "critical": _op("", VALUES, "what can still score, with one copy left"),
    "played": _op("", VALUES, "what lies on a stack"),
    "all": _op("", VALUES, "every value"),
    "ranked": _op("number", VALUES, "the values of that rank"),
    "touch": _op("clue", VALUES, "what the clue touches"),
    "only": _op("value", VALUES, "that value alone"),
    "could": _op(
        "card", VALUES, "what its clues leave, but for values of which every copy is out in the open"
    ),
    "could_promised": _op(
        "card", VALUES, "the same within its promises; without them if that leaves nothing"
    ),
    "mine": _op("card", VALUES, "what a card of mine is in some whole hand that I can hold", secret=True),
    "mine_promised": _op(
        "card",
        VALUES,
        "the same in hands that keep every promise made to my cards; without them if there is no such hand",
        secret=True,
    ),
    "both": _op("values …", VALUES, "what is in all sets"),
    "either": _op("values …", VALUES, "what is in at least one set"),
    "others": _op("values", VALUES, "what is not in the set"),
    # ---- cards, seats, clues
    "moved": _op("", CARD, "the card just played or discarded"),
    "seat": _op("number", SEAT, "the seat that many places after me (a constant, may be negative)"),
    "holder": _op("card", SEAT, "who holds it"),
    "to": _op("clue", SEAT, "whom the clue is for"),
    "heard": _op("", CLUE, "the clue just given"),
}
