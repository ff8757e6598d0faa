"""Writing SMCDEL's text format, so that others can check our answers."""

from collections.abc import Callable, Iterator, Sequence

from handsight.errors import InputError
from handsight.logic.files.session import Happening, News, Query, Sheet
from handsight.logic.files.smcdel_numbers import Numbered, by_law, by_list
from handsight.logic.formulas.formula import Formula, announce, announce_dia


def write_smcdel(sheet: Sheet) -> str:
    """The model and the questions in SMCDEL's format; news before a question become announcements in it."""
    told = by_list(sheet) if sheet.law is None else by_law(sheet.law, sheet)
    lines = [f"-- {number} = {_flat(name)}" for name, number in told.number.items()]
    lines += [f"-- {number}: {meaning}" for number, meaning in told.extra.items()]
    lines += [f"-- agent {new} = {name}" for name, new in told.agents.items() if new != name]
    lines.append("VARS " + ", ".join(str(number) for number in (*told.number.values(), *told.extra)))
    lines.append("LAW " + told.law)
    for k, (agent, seen) in enumerate(told.observes.items()):
        lines.append(("    " if k else "OBS ") + f"{told.agents[agent]}: " + ", ".join(map(str, seen)))
    return "\n".join([*lines, *_questions(sheet, told), ""])


def _questions(sheet: Sheet, told: Numbered) -> Iterator[str]:
    news: list[Formula] = []
    for step in sheet.steps:
        match step:
            case News(formula):
                news.append(formula)
            case Happening():
                raise InputError(
                    "SMCDEL's format has no events; leave them out",
                    line=step.place.line,
                    column=step.place.column,
                )
            case Query(kind="valid"):
                yield "VALID? " + told.text(_after(news, step.formula, announce))
            case Query(kind="true"):
                world = sheet.model.here(step.world)
                true = ",".join(map(str, sorted(told.state(world))))
                yield f"TRUE? {{{true}}} " + told.text(_after(news, step.formula, announce_dia))
            case Query(kind=kind):
                note = "-- how many states?\n" if kind == "count" else ""
                yield f"{note}WHERE? " + told.text(_after(news, step.formula, announce_dia))


def _after(
    news: Sequence[Formula], then: Formula, announced: Callable[[Formula, Formula], Formula]
) -> Formula:
    for heard in reversed(news):
        then = announced(heard, then)
    return then


def _flat(name: str) -> str:
    """A truth as an atom's name: `owner(QH)=N` becomes `owner(QH,N)`."""
    variable, equals, held = name.partition("=")
    if not equals:
        return name
    return f"{variable[:-1]},{held})" if variable.endswith(")") else f"{variable}({held})"
