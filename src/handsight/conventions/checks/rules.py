"""Check and translate rules: from a flat file to its core, with words for every step."""

from msgspec import Struct
from msgspec.structs import replace

from handsight.conventions import core
from handsight.conventions.checks import scope, vocabulary
from handsight.conventions.checks.claims import Claims
from handsight.conventions.checks.order_steps import arranged, depths, renamed
from handsight.conventions.checks.places import NO_I
from handsight.conventions.checks.scope import OTHER, Meant, Scope
from handsight.conventions.core import CARD, CLUE, FALSE, TRUE, Core, Each, Expr, Step, Term, Var
from handsight.conventions.simplify import all_of, free, term
from handsight.conventions.syntax.diagnostics import listed, nearest
from handsight.conventions.syntax.mistakes import BAD_TYPE, SECRET, UNREACHABLE, Mistake, Refused
from handsight.conventions.syntax.phrases import And, Attribute, Noun
from handsight.conventions.syntax.phrases import Expr as Said
from handsight.conventions.syntax.print_phrases import atom, expr, flags_text, noun_text
from handsight.conventions.syntax.statements import Act, Call, File, For, If, Update

NO_CLUE_GIVEN = "no clue has been given here; begin the rule with `after a clue,`"
NO_CLUE_MEANT = "this rule gives no clue, so there is none to speak of"
NO_CLUE_YET = "the clue is chosen after this; say it in an `if`"
Steps = list[tuple[Step, str]]
"""Searches and conditions, each with words for the case that it fails."""


class Letter(Struct, frozen=True):
    """A name that a rule gives to a thing: what it stands for, in the core, and of which type that is."""

    name: str
    expr: Expr
    type: str


class Rule(Struct, frozen=True):
    """What is known of a rule beside its meaning: its name, why steps may fail, why it acts, its letters."""

    name: str
    words: tuple[str, ...] = ()
    text: str = ""
    letters: tuple[Letter, ...] = ()


class Translated(Struct, frozen=True):
    """A core and the words that go with it; rules that are wrong are left out, and the mistakes say why."""

    core: Core
    acts: tuple[Rule, ...]
    updates: tuple[Rule, ...]
    mistakes: tuple[Mistake, ...] = ()


def translated(file: File) -> Translated:
    """Check a flat file and translate it."""
    words = {word.word if isinstance(word, Call) else word.name: word for word in file.words}
    checker = Rules(tuple(flag.name for flag in file.flags), words)
    mistakes = list[Mistake]()
    promises, updates, acts = list[Expr | None](), list[core.Update](), list[core.Act]()
    update_words, act_words = list[Rule](), list[Rule]()
    for flag in file.flags:
        try:
            promises.append(checker.promise(flag.promise) if flag.promise else None)
        except Refused as refused:
            mistakes.append(refused.mistake)
    for update in file.updates:
        try:
            made, said = checker.update(update)
            updates.append(made)
            update_words.append(said)
        except Refused as refused:
            mistakes.append(refused.mistake)
    for act in file.acts:
        try:
            done, said = checker.act(act)
            acts.append(done)
            act_words.append(said)
        except Refused as refused:
            mistakes.append(refused.mistake)
    whole = Core(tuple(promises), tuple(updates), tuple(acts))
    return Translated(whole, tuple(act_words), tuple(update_words), tuple(mistakes))


class Rules(Claims):
    """Whole rules."""

    def promise(self, said: Said) -> Expr:
        """Translate what a flag promises."""
        return renamed(self.kinds(said, Scope(acting=False)), {}, 0)

    # ---- update rules

    def update(self, rule: Update) -> tuple[core.Update, Rule]:
        """Translate an update rule."""
        after = self._event(rule)
        heard = Meant(Term("heard"), CLUE) if after in ("clue", "color", "number") else None
        at = Scope(acting=False, after=after, clue=heard, no_clue=NO_CLUE_GIVEN, names={})
        steps: Steps = []
        self._clauses(rule.clauses, at, steps)
        noun = rule.subject
        if noun.determiner == "my":
            raise Refused(noun.at, f"{NO_I}; did you mean `the`?", SECRET)
        if noun.head != "card" or noun.determiner not in ("the", "every") or self.direct(noun, at):
            raise Refused(
                noun.at, "say which cards change: `the … card` for one, `every … card` for all of them"
            )
        each, card = self.ranged(noun, at)
        self.name(noun, card, at)
        self._look(each, f"no {_missing(noun)}", steps)
        self._conditions(rule.clauses, at, steps)
        self._refuse_never(rule, steps)
        ordered, words, end = arranged(steps, card.expr)
        gains = tuple(sorted(int(self.flag(name, rule.at).value) for name in set(rule.gains)))
        loses = tuple(sorted(int(self.flag(name, rule.at).value) for name in set(rule.loses)))
        both = set(rule.gains) & set(rule.loses)
        if both:
            raise Refused(rule.at, f"a card cannot both gain and lose {listed(sorted(both))}")
        return core.Update(after, ordered, end, gains, loses, rule.ends), Rule(rule.name, words)

    def _event(self, rule: Update) -> str:
        if not rule.after:
            return "always"
        if rule.after not in vocabulary.EVENTS:
            near = nearest(rule.after, vocabulary.EVENTS)
            events = listed(f"a {event}" for event in vocabulary.EVENTS if "colo" not in event)
            advice = f"did you mean `after a {near}`?" if near else f"expected {events}"
            raise Refused(rule.at, f"nothing that happens is called `{rule.after}`; {advice}")
        return vocabulary.EVENTS[rule.after]

    # ---- act rules

    def act(self, rule: Act) -> tuple[core.Act, Rule]:
        """Translate an act rule."""
        gives = rule.verb in ("clue", "make", "give")
        at = Scope(acting=True, no_clue=NO_CLUE_YET if gives else NO_CLUE_MEANT, names={})
        steps: Steps = []
        self._clauses(rule.clauses, at, steps)
        if rule.thing is None:
            raise Refused(rule.at, "this rule does nothing; expected play, discard, clue or give")
        if rule.untrue and not gives:
            raise Refused(rule.at, "only a clue can be untrue; leave `even if untrue` out")
        if gives:
            what = self._clue(rule, rule.thing, at, steps)
        else:
            card = self._thing(rule.thing, at, steps)
            if card.type != CARD or card.owner != scope.MINE:
                message = f"you can {rule.verb} only cards of your own hand; say `{rule.verb} my … card`"
                raise Refused(rule.thing.at, message, BAD_TYPE)
            what = card.expr
        self._conditions(rule.clauses, at, steps)
        self._refuse_never(rule, steps)
        ordered, words, end = arranged(steps, what)
        verb = "give" if gives else rule.verb
        return core.Act(ordered, verb, end), Rule(rule.name, words, rule.text, _letters(at, steps))

    def _thing(self, said: Said, at: Scope, steps: Steps) -> Meant:
        """Translate what an action is about; what must be looked for becomes steps of the rule."""
        inside = at.inner(pending=[])
        thing = self.meant(said, inside)
        for one in inside.pending or []:
            if one.how != "some":
                raise Refused(said.at, f"one action cannot be about `{one.how}`; say `the`, `my` or `a`")
            words = f"no {_missing(said)}" if isinstance(said, Noun) else f"no {atom(said)}"
            self._look(one.each, words, steps)
        at.names.update(inside.names)
        return thing

    def _clue(self, rule: Act, said: Said, at: Scope, steps: Steps) -> Expr:
        """Translate the clue that a rule gives."""
        if rule.verb == "give":
            clue = self._thing(said, at, steps)
            if clue.type != CLUE:
                raise Refused(
                    said.at,
                    "you give a clue; name one as in `give k, for a clue k to the next hand`",
                    BAD_TYPE,
                )
        else:
            about = said.of if isinstance(said, Attribute) and rule.verb == "clue" else said
            card = self._thing(about, at, steps)
            if card.type != CARD or card.owner != OTHER:
                own = card.owner == scope.MINE
                reason = (
                    "nobody may give a clue to themselves" if own else "a clue goes to a card in another hand"
                )
                raise Refused(about.at, f"{reason}; say `in other hands`", BAD_TYPE)
            each = Each(next(self._numbers), "clue", term("holder", card.expr))
            clue = Meant(Var(each.var), CLUE)
            steps.append((each, "no clue can be given to that hand"))
            if rule.verb == "make" and rule.flags:
                made = self.made(clue, card, rule.flags.names, rule.flags.at)
                steps.append((made, f"no clue makes {atom(about)} {flags_text(rule.flags)}"))
            else:
                steps.append((self._naming(said, clue, card), f"no clue names the {atom(said)}"))
        at.clue = clue
        if not rule.untrue:
            steps.append((term("honest", clue.expr), "such a clue would promise what is not so"))
        return clue.expr

    def _naming(self, said: Said, clue: Meant, card: Meant) -> Expr:
        """Translate `clue the rank of c`: a clue of that kind that touches it."""
        colored = term("color", clue.expr)
        kinds = {
            "rank": term("not", colored),
            "number": term("not", colored),
            "colour": colored,
            "color": colored,
        }
        if not isinstance(said, Attribute) or said.name not in kinds:
            raise Refused(
                said.at,
                "clue what of it? say `clue the rank of …`, `clue the colour of …` or `clue making …`",
            )
        return term("and", kinds[said.name], term("touches", clue.expr, card.expr))

    # ---- clauses

    def _clauses(self, clauses: tuple[For | If, ...], at: Scope, steps: Steps) -> None:
        """Bind what `for` and `in` speak of, in the order written."""
        for clause in clauses:
            if not isinstance(clause, For):
                continue
            noun = clause.noun
            thing = self.direct(noun, at)
            if thing is None:
                if noun.determiner == "no":
                    raise Refused(noun.at, "for none of them nothing can be done; did you mean `if no …`?")
                each, thing = self.ranged(noun, at)
                self._look(each, f"no {_missing(noun)}", steps)
            self.name(noun, thing, at)
            if clause.word == "in":
                if noun.head != "hand":
                    raise Refused(noun.at, f"a rule looks in hands, not in {noun.head}s; did you mean `for`?")
                at.hand = thing

    def _look(self, each: Each, words: str, steps: Steps) -> None:
        """Add a search; what it wants of every candidate alike is a condition after it."""
        if each.first:
            steps.append((each, words))
        else:
            steps += [(replace(each, where=TRUE), words), (each.where, words)]

    def _conditions(self, clauses: tuple[For | If, ...], at: Scope, steps: Steps) -> None:
        """Add what must hold, each part of a joint condition with words of its own."""
        for clause in clauses:
            if not isinstance(clause, If):
                continue
            condition = clause.condition
            if clause.denied:
                steps.append((term("not", self.truth(condition, at)), expr(condition)))
                continue
            said = condition.parts if isinstance(condition, And) else (condition,)
            parts = [self.truth(one, at) for one in said]
            told = {part: expr(one) for one, truth in zip(said, parts, strict=True) for part in _all(truth)}
            for part in _all(all_of(*parts)):
                steps.append((part, f"it is not so that {told.get(part, expr(condition))}"))

    def _refuse_never(self, rule: Act | Update, steps: Steps) -> None:
        for step, _ in steps:
            never = step == FALSE or (isinstance(step, Each) and step.where == FALSE)
            if never:
                raise Refused(
                    rule.at,
                    f"`{rule.name}` can never apply: its conditions cannot hold together",
                    UNREACHABLE,
                )


def _all(truth: Expr) -> tuple[Expr, ...]:
    """Return all that must hold for a truth to hold."""
    return truth.args if isinstance(truth, Term) and truth.op == "and" else (truth,)


def _letters(at: Scope, steps: Steps) -> tuple[Letter, ...]:
    """Return the names that a rule gave, with what they stand for once its steps are numbered."""
    numbers = depths(steps)
    known = {name: thing for name, thing in at.names.items() if free(thing.expr) <= numbers.keys()}
    return tuple(
        Letter(name, renamed(thing.expr, numbers, len(numbers)), thing.type) for name, thing in known.items()
    )


def _missing(noun: Noun) -> str:
    """Say what was looked for, to say that there is none."""
    kept = tuple(word for word in noun.words if word.text not in vocabulary.PICKS)
    text = noun_text(replace(noun, determiner="the", words=kept, name="", order=()))
    where = " in my hand" if noun.determiner == "my" else ""
    return text.removeprefix("the ") + where
