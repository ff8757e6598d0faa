"""Print a syntax tree as a convention file: the inverse of `parse`."""

from collections.abc import Callable

from handsight.conventions.syntax import syntax_tree as tree

SECTION_OF: dict[type, str] = {rule: kind for kind, rule in tree.SECTIONS.items()}
PLURALS = ("any", "other")
"""Determiners after which `hand` is written in the plural."""
DENIED = {"is": "is not", "could be": "could not be", "has": "has no"}
"""How the verbs that can be denied are written when they are denied."""


def print_number(value: float) -> str:
    """Return the text of a number, without needless digits."""
    return (
        str(int(value)) if value == int(value) else f"{value:f}".rstrip("0") if value < 1e-4 else repr(value)
    )


def print_noun(noun: tree.Noun) -> str:
    """Return the text of a noun with its qualifiers and its order."""
    order = f" ({', '.join(map(_key, noun.order))})" if noun.order else ""
    return " ".join([_bare_noun(noun), *_qualifiers(noun)]) + order


def _bare_noun(noun: tree.Noun) -> str:
    """Return the text of a noun without its qualifiers and its order."""
    words = " ".join([*(word.text for word in noun.words), noun.head])
    det = {"a": "an" if words[0] in "aeiou" else "a"}.get(noun.determiner, noun.determiner)
    several = noun.determiner in PLURALS and noun.head == "hand" and not noun.name
    plural = "s" if several or noun.determiner == tree.COUNTED else ""
    return f"{det} {words}{plural}{' ' + noun.name if noun.name else ''}"


def _qualifiers(noun: tree.Noun) -> list[str]:
    last = len(noun.qualifiers) - 1
    return [
        _qualifier(one, noun.head, more=at < last or bool(noun.order))
        for at, one in enumerate(noun.qualifiers)
    ]


def _qualifier(qualifier: tree.Qualifier, head: str, *, more: bool) -> str:
    """Return the text of a qualifier; *more*: another follows, which must not seem a part of this one."""
    match qualifier:
        case tree.Qualifier("in", tree.Noun("my", (), "hand")):
            return "of mine"
        case tree.Qualifier("in", place):
            return f"{'to' if head == 'clue' else 'in'} {print_term(place)}"
        case tree.Qualifier("that", tree.ClaimPhrase() as claim):
            return f"that {_claim(claim, more=more)}"
        case tree.Qualifier("such that", condition):
            return f"such that ({print_expr(condition)})"
    return f"{qualifier.word} {_whole(qualifier.what) if more else print_term(qualifier.what)}"


def _key(key: tree.SortKey) -> str:
    when = f" when {print_expr(key.when)}" if key.when else ""
    if key.by is None:
        return f"from the {'back' if key.down else 'front'}{when}"
    if isinstance(key.by, tree.WordPhrase) and not key.down:
        return f"by {key.by.text}{when}"
    return f"{'highest' if key.down else 'lowest'} {_summand(key.by)} first{when}"


def print_expr(what: tree.Expr) -> str:
    """Return the text of a condition or a number."""
    match what:
        case tree.Joined(tree.NOT, (part,)):
            return f"not {_bracketed(part, tree.NOT)}"
        case tree.Joined(word, parts):
            tighter = (tree.NOT, "and") if word == "or" else (tree.NOT,)
            return f" {word} ".join(_bracketed(part, *tighter) for part in parts)
    return _claim(what) if isinstance(what, tree.ClaimPhrase) else _summand(what)


def _bracketed(what: tree.Expr, *tighter: str) -> str:
    """Return the text of a part of a condition, in brackets if its joining word is none of *tighter*."""
    loose = isinstance(what, tree.Joined) and what.word not in tighter
    return f"({print_expr(what)})" if loose else print_expr(what)


def _claim(claim: tree.ClaimPhrase, *, more: bool = False) -> str:
    subject = f"{_summand(claim.subject)} " if claim.subject else ""
    what, flags = claim.what, f" {print_term(claim.flags)}" if claim.flags else ""
    modal = claim.verb in ("could be", "surely", "known")
    if more and not claim.promised and not flags:
        said = _whole(what, modal=modal)
    elif modal:
        said = _print_predicate(what, promised=claim.promised)
    else:
        said = _summand(what) if tree.VERBS[claim.verb].startswith("is") else print_term(what)
    words = (DENIED if claim.denied else tree.VERBS)[claim.verb]
    return f"{'I know ' if claim.verb == 'known' else ''}{subject}{words} {said}{flags}"


def _whole(what: tree.Expr, *, modal: bool = False) -> str:
    """Return the text of a phrase, in brackets unless it is a word; *modal*: `not` needs no brackets."""
    match what:
        case tree.WordPhrase() | tree.Numeral() | tree.NumberPhrase() | tree.Flags():
            return print_term(what)
        case tree.Joined(tree.NOT, (part,)) if modal:
            return f"not {_whole(part)}"
    return f"({print_expr(what)})"


def _print_predicate(what: tree.Expr, *, promised: bool) -> str:
    """Return the text of what a card could be; before `by promise` in brackets, unless it is a word."""
    return f"{_whole(what, modal=True)} by promise" if promised else print_term(what, modal=True)


def _summand(what: tree.Expr) -> str:
    if isinstance(what, tree.Arithmetic):
        left = _summand(what.left)
        if what.op in "*/" and isinstance(what.left, tree.Arithmetic) and what.left.op in "+-":
            left = f"({left})"
        strict = isinstance(what.right, tree.Arithmetic) and (what.op in "*/" or what.right.op in "+-")
        right = f"({_summand(what.right)})" if strict else _summand(what.right)
        return f"{left} {what.op} {right}"
    return print_term(what)


def print_term(what: tree.Expr, *, modal: bool = False) -> str:  # one case for each phrase
    """Return the text of a phrase, in brackets if it is a condition; *modal*: `not` needs no brackets."""
    match what:
        case tree.NumberPhrase(value):
            return print_number(value)
        case tree.WordPhrase(text):
            return text
        case tree.Numeral(rank):
            return f"a {rank}"
        case tree.Attribute(name, of):
            return f"{name} of {print_term(of)}"
        case tree.Flags(names, either):
            return (" or " if either else " and ").join(names)
        case tree.Chance(card, predicate, promised):
            return f"chance that {print_term(card)} is {_print_predicate(predicate, promised=promised)}"
        case tree.Noun():
            return print_noun(what)
        case tree.Joined(tree.NOT, (part,)) if modal:
            return f"not {print_term(part)}"
        case _:
            return f"({print_expr(what)})"


WIDTH = 104
Remark = Callable[[str, str], str]
"""What to say about a rule, by its section and name, or about a defined word (`word`); empty for nothing."""


def print_file(file: tree.File, remark: Remark = lambda _section, _name: "") -> str:
    """Return the text of a whole file, with remarks as comments before its rules and definitions."""
    uses = f" uses {', '.join(map(_use, file.uses))}" if file.uses else ""
    head = [f"{file.kind} {file.name}{uses}", *([f'  "{file.text}"'] if file.text else [])]
    blocks = [head, *(_block(file.all(kind), remark) for kind in tree.ORDER)]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _block(statements: tuple[tree.Statement, ...], remark: Remark) -> list[str]:
    """Return the lines for statements of one kind; rules and definitions have remarks and are wrapped."""
    lines = list[str]()
    for one in statements:
        section = SECTION_OF.get(type(one), "")
        if isinstance(one, tree.Definition):
            lines += [*_comment(remark("word", one.name), "  "), *_wrapped(_statement(one), "  ")]
        elif isinstance(one, tree.Rule):
            lines += [] if lines else [f"  {section}"]
            hook = one.hook
            title = f"{one.name}, {hook.place} {' and '.join(hook.names)}".strip() if hook else one.name
            lines += _comment(remark(section, one.name), "    ")
            lines += _wrapped(f"{title}: {_rule(one)}", "    ")
            lines += [f"       {_quoted(one.text)}"] if isinstance(one, tree.ActRule) and one.text else []
        else:
            lines.append(f"  {_statement(one)}")
    return lines


def _comment(text: str, indent: str) -> list[str]:
    return [f"{indent}# {text}"] if text else []


def _wrapped(line: str, indent: str) -> list[str]:
    """Break a long line at its blanks, the rest indented."""
    lines, current = list[str](), indent
    for word in line.split():
        if len(current) + len(word) >= WIDTH and current.strip():
            lines.append(current.rstrip())
            current = indent + "    "
        current += word + " "
    return [*lines, current.rstrip()]


def _statement(item: tree.Statement) -> str:
    match item:
        case tree.Flag(name, text, promise, bearer):
            promises = f" promises {print_term(promise, modal=True)}" if promise else ""
            of = {"": "", "hand": " of a hand", "table": " of the table"}[bearer]
            return f"flag {name}{of}{_quoted(text)}{promises}"
        case tree.Param(name, choices, text):
            return f"param {name} = {' or '.join(map(print_setting, choices))}{_quoted(text)}"
        case tree.Definition(name, noun, body):
            if isinstance(item, tree.Call) and noun:
                return f"call {_bare_noun(noun)} {name} if {print_expr(body)}"
            return f"let {name}{f' of {_bare_noun(noun)}' if noun else ''} be {print_expr(body)}"
        case tree.Setting(name, value):
            return f"set {name} = {print_setting(value)}"
        case tree.MoveRule(name, place, anchor):
            return f"move {name} {place} {anchor}"
        case tree.Without(name, among):
            return f"without {among + ' ' if among else ''}{name}"
        case tree.Missing(most):
            return f"missing at most {print_term(most)}"
        case tree.LawRule() | tree.BridgeStep() | tree.UpdateRule() | tree.ActRule():
            return _rule(item)


def _use(use: tree.Use) -> str:
    return f"{use.name} {use.place} {use.anchor}" if use.place else use.name


def _quoted(text: str) -> str:
    return f' "{text}"' if text else ""


def print_setting(value: float | str) -> str:
    """Return the text of a parameter's value: a number or a word."""
    return value if isinstance(value, str) else print_number(value)


def _rule(rule: tree.Rule) -> str:
    """Return the text of a rule, without its name."""
    match rule:
        case tree.LawRule(_, noun, other):
            return f"{print_noun(noun)} is a copy of another {print_noun(other).removeprefix('other ')}"
        case tree.BridgeStep(_, noun, bluff=bluff):
            return print_noun(noun) + (" as any playable value" if bluff else "")
        case tree.UpdateRule():
            article = "the" if rule.after == "deal" else "a"
            searches = [_clause(clause) for clause in rule.clauses if not clause.asks]
            conditions = [_clause(clause) for clause in rule.clauses if clause.asks]
            parts = [*([f"after {article} {rule.after}"] if rule.after else []), *searches, _change(rule)]
            return ", ".join([*parts, *conditions]) + (", and nothing else" if rule.ends else "")
        case tree.ActRule():
            parts = [*([_action(rule)] if rule.thing else []), *map(_clause, rule.clauses)]
            return ", ".join(parts) + (", even if untrue" if rule.untrue else "")


def _change(rule: tree.UpdateRule) -> str:
    """Return the text of what an update rule changes."""
    subject = print_term(rule.subject) if rule.subject else ""
    if rule.effect:
        values = print_term(rule.values, modal=True) if rule.values else ""
        return tree.EFFECTS[rule.effect].format(subject=subject, values=values)
    changes = [f"gains {' and '.join(rule.gains)}"] if rule.gains else []
    changes += [f"loses {' and '.join(rule.loses)}"] if rule.loses else []
    return f"{subject} {' and '.join(changes)}"


def _action(rule: tree.ActRule) -> str:
    thing = print_term(rule.thing) if rule.thing else ""
    if rule.verb == "make" and rule.flags:
        return f"clue making {thing} {print_term(rule.flags)}"
    bare = isinstance(rule.thing, tree.Attribute) and rule.thing.name not in (tree.HAND, tree.COPY)
    the = "the " if bare else ""
    return f"{rule.verb} {the}{thing}"


def _clause(clause: tree.Clause) -> str:
    return f"{clause.word} {print_expr(clause.what)}"
