"""Check the rules of a flat file, and translate them to the core."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from handsight.conventions import core, normal_form
from handsight.conventions.checks import word_meanings
from handsight.conventions.checks.translate_phrases import ExpressionChecker
from handsight.conventions.checks.typed_terms import ANYBODY, MOVED, NO_I, OTHER, OWN, Scope, Typed
from handsight.conventions.core import CARD, CLUE, FALSE, SEAT, TRUE, VALUE, Core, Each, Expr, Term, Var
from handsight.conventions.normal_form import Steps, all_of, term
from handsight.conventions.syntax import syntax_tree as tree
from handsight.conventions.syntax.print_convention import print_expr, print_noun, print_term
from handsight.conventions.syntax.syntax_tree import BAD_TYPE, SECRET, UNREACHABLE, CheckError, FileProblem
from handsight.text.suggestions import did_you_mean, listed

NO_CLUE_GIVEN = "no clue has been given here; begin the rule with `after a clue,`"
NO_CLUE_IN_RULE = "this rule gives no clue, so it cannot refer to one"
NO_CLUE_YET = "the clue is chosen after this; say it in an `if`"
TOO_DEEP = "this is nested too deeply; name a part of it with `let` or `call`, and nest fewer of those"
NO_MORE_PAIRS = 2
"""How many cards besides the focus an alternative can name."""
NodeT = TypeVar("NodeT", bound=tree.SyntaxNode)
ResultT = TypeVar("ResultT")


class Letter(Struct, frozen=True):
    """A name that a rule gives to something: the core expression it stands for, and its type."""

    name: str
    expr: Expr
    type: str


class RuleInfo(Struct, frozen=True):
    """What explanations need to know about a rule of the core."""

    name: str
    failures: tuple[str, ...] = ()
    """For each step, the reason to give if the rule stops there."""
    text: str = ""
    """Why the rule acts, in the words of the file."""
    letters: tuple[Letter, ...] = ()


class CheckedFile(Struct, frozen=True):
    """The core of a file; rules with problems are left out."""

    core: Core
    acts: tuple[RuleInfo, ...]
    updates: tuple[RuleInfo, ...]
    problems: tuple[FileProblem, ...] = ()


def check_file(file: tree.File, params: Sequence[str] = ()) -> CheckedFile:
    """Check a flat file, whose parameters had these names, and translate it to the core."""
    problems: list[FileProblem] = []
    checker = Checker(file)

    def translated(check: Callable[[NodeT], ResultT], nodes: tuple[NodeT, ...]) -> list[ResultT]:
        results = []
        for node in nodes:
            checker.begin_statement()
            try:
                results.append(check(node))
            except CheckError as error:
                problems.append(error.problem)
            except RecursionError:
                problems.append(FileProblem(node.at, TOO_DEEP))
        return results

    promises = translated(checker.promise, file.all(tree.Flag))
    updates = translated(checker.update, file.all(tree.UpdateRule))
    acts = translated(checker.act, file.all(tree.ActRule))
    steps = translated(lambda step: (step, checker.bridge_step(step)), file.all(tree.BridgeStep))
    laws = translated(checker.law, file.all(tree.LawRule))
    most = translated(lambda missing: checker.most_missing(missing, params), file.all(tree.Missing)[:1])
    offers = [(step, found) for step, found in steps if isinstance(found, Each) and not step.bluff]
    bridge = core.Bridge(
        most[0] if most else 0,
        tuple(found for step, found in steps if not isinstance(found, Each)),
        tuple(found for _, found in offers),
        tuple(found for step, found in steps if isinstance(found, Each) and step.bluff),
        tuple(number for number, (step, _) in enumerate(offers) if step.noun.determiner == "every"),
    )
    return CheckedFile(
        Core(
            tuple(promises),
            tuple(rule for rule, _ in updates),
            tuple(rule for rule, _ in acts),
            bridge,
            tuple(laws),
        ),
        tuple(info for _, info in acts),
        tuple(info for _, info in updates),
        tuple(problems),
    )


class Checker(ExpressionChecker):
    """Checks and translates flags and rules, one at a time."""

    def __init__(self, file: tree.File) -> None:
        definitions = {one.name: one for one in file.all(tree.Definition)}
        super().__init__({flag.name: flag.bearer for flag in file.all(tree.Flag)}, definitions)

    def promise(self, flag: tree.Flag) -> Expr | None:
        """Translate what a flag promises."""
        if flag.promise is None:
            return None
        if flag.bearer:
            raise CheckError(flag.at, f"only a flag of cards promises something; {flag.name} is not one")
        return normal_form.renumber(self.value_set(flag.promise, Scope(acting=False)), {}, 0)

    def update(self, rule: tree.UpdateRule) -> tuple[core.Update, RuleInfo]:
        """Translate an update rule."""
        after = _event(rule)
        clue = Typed(Term("heard"), CLUE) if after in ("clue", "color", "number") else None
        scope = Scope(acting=False, after=after, clue=clue, no_clue=NO_CLUE_GIVEN)
        steps: Steps = []
        self._searches(rule.clauses, scope, steps)
        if rule.effect == "instead":
            scope.hand = Typed(term("seat", core.Number(0)), SEAT, ANYBODY)
        changed = self._changed_thing(rule, scope, steps)
        values = None
        if rule.values is not None:
            values = self.value_set(rule.values, scope)
        self._conditions(rule.clauses, scope, steps)
        _refuse_impossible(rule, steps)
        depths = normal_form.variable_depths(steps)
        if values is not None:
            values = normal_form.renumber(values, depths, len(depths))
        ordered, failures, what = normal_form.order_steps(steps, changed)
        both = set(rule.gains) & set(rule.loses)
        if both:
            raise CheckError(rule.at, f"a card cannot both gain and lose {listed(sorted(both))}")
        gains, loses = (self._flag_numbers(names, rule) for names in (rule.gains, rule.loses))
        made = core.Update(after, ordered, what, gains, loses, rule.ends, rule.effect, values)
        return made, RuleInfo(rule.name, failures)

    def _changed_thing(self, rule: tree.UpdateRule, scope: Scope, steps: Steps) -> Expr:
        """Translate what an update rule changes: cards, or hands, or the table."""
        noun = rule.subject
        if rule.effect == "instead" and scope.after not in ("play", "strike"):
            message = "a card takes the place of one that was played; begin with `after a play,`"
            raise CheckError(rule.at, message)
        if noun is None or isinstance(noun, tree.WordPhrase):
            if isinstance(noun, tree.WordPhrase):
                self.expect_bearer((*rule.gains, *rule.loses), "table", rule.at)
            return core.Number(0)
        if noun.determiner == "my":
            raise CheckError(noun.at, f"{NO_I}; did you mean `the`?", SECRET)
        bearer = "hand" if noun.head == "hand" else ""
        self.expect_bearer((*rule.gains, *rule.loses), bearer, rule.at)
        known = self.reference(noun, scope)
        if bearer and known is not None and not rule.effect:
            self.give_name(noun, known, scope)
            return known.expr
        if known is not None and known.expr == MOVED:
            message = "a card that was played or discarded is in no hand, and gets no flags or readings"
            raise CheckError(noun.at, f"{message}; name cards that are held, as in `every card with TO`")
        one_or_all = noun.head in ("card", *((bearer,) if not rule.effect else ()))
        if not (one_or_all and noun.determiner in ("the", "every")) or known:
            message = "say which cards change: `the … card` for one, `every … card` for all of them"
            raise CheckError(noun.at, message)
        each, thing = self.search(noun, scope)
        self.give_name(noun, thing, scope)
        _add_search(each, f"no {_missing(noun)}", steps)
        return thing.expr

    def bridge_step(self, step: tree.BridgeStep) -> Each | Expr:
        """Translate a bridge step: a truth for `known`, else a search in a hand."""
        noun, value, hand = step.noun, self.new_variable(), self.new_variable()
        no_clue = (
            "a bridge step knows no clue; ask for flags, or for `clued` cards, which some clue has touched"
        )
        scope = Scope(acting=False, no_clue=no_clue)
        scope.names["w"] = Typed(Var(value), VALUE)
        numbers = {value: 0, hand: 1}
        if noun.head != "card" or noun.determiner not in ("the", "a", "every"):
            message = "a bridge step names a card: `the frontmost card that could be a copy of w`"
            raise CheckError(noun.at, message)
        if step.bluff and (step.name == "known" or noun.determiner == "every"):
            message = "one card is any playable value: `the frontmost card, as any playable value`"
            raise CheckError(noun.at, message)
        if step.name != "known":
            scope.hand = Typed(Var(hand), SEAT, ANYBODY)
        each, _ = self.search(noun, scope)
        if step.name == "known":
            return normal_form.renumber(
                normal_form.bind("some", replace(each, first=False), TRUE), numbers, 2
            )
        if each.of != Var(hand):
            raise CheckError(noun.at, "a bridge step looks in one hand after another; do not say where")
        made = normal_form.renumber(core.Bind("some", replace(each, first=False), TRUE), numbers, 2)
        if not isinstance(made, core.Bind):
            raise CheckError(noun.at, "this bridge step can never find a card")
        return made.each

    def most_missing(self, missing: tree.Missing, params: Sequence[str]) -> int:
        """Return how many values may be missing; for a wrong name, suggest one of *params* in the error."""
        most: Expr = core.Number(-1)
        why = "a name must be that of a `param`"
        try:
            most = self.number(missing.most, Scope(acting=False))
        except CheckError as error:
            name = print_term(missing.most)
            near = did_you_mean(name, params, show=lambda near: f"`{near}`")
            why = f"{why}: {f'`{name}` is not; {near}' if near else error}"
        if not isinstance(most, core.Number) or most.value not in range(NO_MORE_PAIRS + 1):
            message = f"from 0 to {NO_MORE_PAIRS} values can be missing, as in `missing at most 1`"
            raise CheckError(missing.at, f"{message}; {why}")
        return int(most.value)

    def law(self, law: tree.LawRule) -> core.Law:
        """Translate a law."""
        wanted = [(law.noun, "no"), (law.other, "other")]
        found = []
        for noun, determiner in wanted:
            flags = [
                one.what for one in noun.qualifiers if isinstance(one.what, tree.Flags) and one.word == "with"
            ]
            plain = not (noun.words or noun.order or noun.name) and len(noun.qualifiers) == len(flags) == 1
            if plain and flags[0].either:
                message = (
                    "a law is about cards that have all its flags: join them by `and`, or write two laws"
                )
                raise CheckError(noun.at, message)
            if noun.head != "card" or noun.determiner != determiner or not plain:
                message = "a law reads `no card with TO is a copy of another card with TO`"
                raise CheckError(noun.at, message)
            self.expect_bearer(flags[0].names, "", noun.at)
            numbers = {int(self.flag(name, noun.at).value) for name in flags[0].names}
            found.append(tuple(sorted(numbers)))
        return core.Law(*found)

    def _flag_numbers(self, names: tuple[str, ...], rule: tree.UpdateRule) -> tuple[int, ...]:
        return tuple(sorted(int(self.flag(name, rule.at).value) for name in set(names)))

    def act(self, rule: tree.ActRule) -> tuple[core.Act, RuleInfo]:
        """Translate an act rule."""
        gives = rule.verb in ("clue", "make", "give")
        scope = Scope(acting=True, no_clue=NO_CLUE_YET if gives else NO_CLUE_IN_RULE)
        steps: Steps = []
        self._searches(rule.clauses, scope, steps)
        if rule.thing is None:
            raise CheckError(rule.at, "this rule does nothing; expected play, discard, clue or give")
        if rule.untrue and not gives:
            raise CheckError(rule.at, "only a clue can be untrue; leave `even if untrue` out")
        if gives:
            what = self._clue_to_give(rule, rule.thing, scope, steps)
        else:
            card = self._object(rule.thing, scope, steps)
            if card.type != CARD or card.owner != OWN:
                message = f"you can {rule.verb} only cards of your own hand; say `{rule.verb} my … card`"
                raise CheckError(rule.thing.at, message, BAD_TYPE)
            what = card.expr
        self._conditions(rule.clauses, scope, steps)
        _refuse_impossible(rule, steps)
        ordered, failures, what = normal_form.order_steps(steps, what)
        info = RuleInfo(rule.name, failures, rule.text, _letters(scope, steps))
        return core.Act(ordered, "give" if gives else rule.verb, what), info

    def _object(self, phrase: tree.Expr, scope: Scope, steps: Steps) -> Typed:
        """Translate the object of an action; what must be searched for becomes steps of the rule."""
        inner = scope.inner(pending=[])
        thing = self.translate(phrase, inner)
        for search in inner.pending or []:
            if search.quantifier != "some":
                message = f"one action cannot be about `{search.quantifier}`; say `the`, `my` or `a`"
                raise CheckError(phrase.at, message)
            missing = _missing(phrase) if isinstance(phrase, tree.Noun) else print_term(phrase)
            _add_search(search.each, f"no {missing}", steps)
        scope.names.update(inner.names)
        return thing

    def _clue_to_give(self, rule: tree.ActRule, phrase: tree.Expr, scope: Scope, steps: Steps) -> Expr:
        """Translate the clue that a rule gives."""
        if rule.verb == "give":
            clue = self._object(phrase, scope, steps)
            if clue.type != CLUE:
                message = "you give a clue; name one as in `give k, for a clue k to the next hand`"
                raise CheckError(phrase.at, message, BAD_TYPE)
        else:
            about = phrase.of if isinstance(phrase, tree.Attribute) and rule.verb == "clue" else phrase
            card = self._object(about, scope, steps)
            if card.type != CARD or card.owner != OTHER:
                own = "you cannot give a clue to yourself"
                reason = own if card.owner == OWN else "a clue goes to a card in another hand"
                raise CheckError(about.at, f"{reason}; say `in other hands`", BAD_TYPE)
            each = Each(self.new_variable(), "clue", term("holder", card.expr))
            clue = Typed(Var(each.var), CLUE)
            steps.append((each, "no clue can be given to that hand"))
            if rule.verb == "make" and rule.flags:
                made = self.makes(clue, card, rule.flags.names, rule.flags.at)
                steps.append((made, f"no clue makes {print_term(about)} {print_term(rule.flags)}"))
            else:
                steps.append((_names(phrase, clue, card), f"no clue names the {print_term(phrase)}"))
        scope.clue = clue
        if not rule.untrue:
            steps.append((term("honest", clue.expr), "such a clue would promise something untrue"))
        return clue.expr

    # ---- clauses

    def _searches(self, clauses: tuple[tree.Clause, ...], scope: Scope, steps: Steps) -> None:
        """Add the searches of `for` and `in` clauses, in the order written."""
        for clause in clauses:
            noun = clause.what
            if not isinstance(noun, tree.Noun) or clause.asks:
                continue
            thing = self.reference(noun, scope)
            if thing is None:
                if noun.determiner == "no":
                    message = "a rule cannot act for no one; did you mean `if no …`?"
                    raise CheckError(noun.at, message)
                each, thing = self.search(noun, scope)
                _add_search(each, f"no {_missing(noun)}", steps)
            self.give_name(noun, thing, scope)
            if clause.word == "in":
                if noun.head != "hand":
                    message = f"a rule looks in hands, not in {noun.head}s; did you mean `for`?"
                    raise CheckError(noun.at, message)
                scope.hand = thing

    def _conditions(self, clauses: tuple[tree.Clause, ...], scope: Scope, steps: Steps) -> None:
        """Add the conditions of `if` and `unless`; each part of a conjunction has a reason of its own."""
        for clause in clauses:
            if not clause.asks:
                continue
            condition = clause.what
            if clause.word == "unless":
                denied = self.condition(condition, scope)
                steps.append((term("not", denied), print_expr(condition)))
                continue
            phrases: tuple[tree.Expr, ...] = (condition,)
            if isinstance(condition, tree.Joined) and condition.word == "and":
                phrases = condition.parts
            truths = [self.condition(phrase, scope) for phrase in phrases]
            texts = {
                part: _untrue(phrase)
                for phrase, truth in zip(phrases, truths, strict=True)
                for part in _conjuncts(truth)
            }
            for part in _conjuncts(all_of(*truths)):
                steps.append((part, texts.get(part, _untrue(condition))))


def _untrue(condition: tree.Expr) -> str:
    """Return in words that a condition is not true."""
    if isinstance(condition, tree.Joined) and condition.word == tree.NOT:
        return print_expr(condition.parts[0])
    return f"it is not true that {print_expr(condition)}"


def _event(rule: tree.UpdateRule) -> str:
    """Return the event of the core that a rule comes after."""
    if not rule.after:
        return "always"
    if rule.after not in word_meanings.EVENTS:
        events = listed(f"a {event}" for event in word_meanings.EVENTS if "colo" not in event)
        advice = did_you_mean(
            rule.after, word_meanings.EVENTS, f"expected {events}", show=lambda event: f"`after a {event}`"
        )
        raise CheckError(rule.at, f"no event is called `{rule.after}`; {advice}")
    return word_meanings.EVENTS[rule.after]


def _names(phrase: tree.Expr, clue: Typed, card: Typed) -> Expr:
    """Translate `clue the rank of c`: the clue is of that kind, and touches the card."""
    if not isinstance(phrase, tree.Attribute) or phrase.name not in word_meanings.CLUE_WORDS:
        message = "clue what of it? say `clue the rank of …`, `clue the colour of …` or `clue making …`"
        raise CheckError(phrase.at, message)
    color = term("color", clue.expr)
    kind = color if word_meanings.CLUE_WORDS[phrase.name] else term("not", color)
    return term("and", kind, term("touches", clue.expr, card.expr))


def _add_search(each: Each, failure: str, steps: Steps) -> None:
    """Add a search; unless only the first candidate counts, its filter becomes a condition after it."""
    if each.first:
        steps.append((each, failure))
    else:
        steps += [(replace(each, where=TRUE), failure), (each.where, failure)]


def _refuse_impossible(rule: tree.ActRule | tree.UpdateRule, steps: Steps) -> None:
    for step, _ in steps:
        if FALSE in (step, step.where if isinstance(step, Each) else TRUE):
            message = f"`{rule.name}` can never apply: its conditions cannot hold together"
            raise CheckError(rule.at, message, UNREACHABLE)


def _conjuncts(truth: Expr) -> tuple[Expr, ...]:
    """Return the conditions that must all hold for a truth to hold."""
    return truth.args if isinstance(truth, Term) and truth.op == "and" else (truth,)


def _letters(scope: Scope, steps: Steps) -> tuple[Letter, ...]:
    """Return the names that a rule gives, with the expressions that they stand for in the core."""
    depths = normal_form.variable_depths(steps)
    return tuple(
        Letter(name, normal_form.renumber(thing.expr, depths, len(depths)), thing.type)
        for name, thing in scope.names.items()
        if normal_form.free_variables(thing.expr) <= depths.keys()
    )


def _missing(noun: tree.Noun) -> str:
    """Return in words what was searched for, to follow "no" where nothing was found."""
    words = tuple(word for word in noun.words if word.text not in word_meanings.PICKS)
    text = print_noun(replace(noun, determiner="the", words=words, name="", order=()))
    return text.removeprefix("the ") + (" in my hand" if noun.determiner == "my" else "")
