"""Bots that keep a convention: by its name, by its file, or either with changes."""

from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from handsight.bots.bot import BotSpec, Decision
from handsight.bots.hanabi.bot import HanabiBot
from handsight.bots.hanabi.simple_bots import Careful
from handsight.bots.user_bots import FileStamp, file_stamp
from handsight.conventions import Convention, ConventionPlayer, load_convention
from handsight.conventions.interpreter.public_state import check_supported
from handsight.conventions.library import SUFFIX, shipped
from handsight.conventions.normal_form import size_of
from handsight.conventions.syntax.syntax_tree import ActRule
from handsight.errors import BotError, InputError, UnknownNameError
from handsight.game import Dice
from handsight.hanabi import Action, Terms, View
from handsight.safe_files import notice

if TYPE_CHECKING:  # 0.5 s that only a compiled game needs
    from handsight.hanabi.compiled.game_loop import CompiledBot

HIDDEN = "players see different things here, so clues have no agreed meaning: I do only what is certain"
"""The reason that a robot gives where stacks or clues are hidden, or where there are characters."""


class ConventionBot(HanabiBot):
    """Plays by a convention, with the interpreter; says why in the words of the rule that acts."""

    def __init__(self, terms: Terms, seat: int, dice: Dice, convention: Convention) -> None:
        super().__init__(terms, seat, dice)
        self._player = ConventionPlayer(convention)

    def decide(self, view: View) -> Decision[Action]:
        """Take the action of the first rule that applies."""
        decision = self._player.decide(view)
        return Decision(decision.action, lambda: (said := decision.explain()).text or str(said))

    def rule_of(self, view: View, action: Action) -> str:
        """Return the name of the first rule of the convention that can find this action; "" if none can."""
        return self._player.rule_of(view, action)

    def rule_places(self) -> dict[str, str]:
        """Return where each act rule is written, by its name: the file and the line."""
        return {
            rule.name: f"{rule.at.file or self._player.convention.name}:{rule.at.line}"
            for rule in self._player.convention.flat.file.all(ActRule)
        }


class CarefulRobot(Careful):
    """Plays as `careful` where clues have no agreed meaning, and says so."""

    def decide(self, view: View) -> Decision[Action]:  # type: ignore[override]  # it adds the reason
        """Decide as `careful` does, and give the reason."""
        return Decision(super().decide(view), lambda: HIDDEN)


def hidden(terms: Terms) -> str:
    """Return why no convention can be kept on these terms: what is hidden, or characters; "" if one can."""
    if terms.variant.face_down or terms.variant.hides:
        return f"{'stacks' if terms.variant.face_down else 'clues'} that {terms.variant.name} hides"
    return "characters" if terms.characters else ""


def make_robot(name: str, terms: Terms, seat: int, dice: Dice) -> HanabiBot:
    """Make the bot that keeps the convention *name*, or a `CarefulRobot` if these terms do not allow that."""
    try:
        check_supported(terms)
    except InputError:
        return CarefulRobot(terms, seat, dice)
    return ConventionBot(terms, seat, dice, load_convention(name))


def compile_robot(name: str, terms: Terms) -> "CompiledBot":
    """Compile the bot that keeps the convention *name*; InputError if these terms do not allow that."""
    return _compile(load_convention(name), terms)


def _compile(convention: Convention, terms: Terms) -> "CompiledBot":
    from handsight.conventions.compiler import ConventionTooLargeError, compile_convention

    try:
        return compile_convention(convention.core, terms)
    except ConventionTooLargeError:
        _notice_interpreted(convention.name, _largest_rule(convention))
        raise


def _largest_rule(convention: Convention) -> str:
    """Return the rule with the most parts, as "act `speak`"; an act and an update may have the same name."""
    core = convention.core
    acts = zip(convention.acts, (rule.steps for rule in core.acts), strict=True)
    updates = zip(convention.updates, (rule.steps for rule in core.updates), strict=True)
    parts = {
        (section, info.name): sum(size_of(step).parts for step in steps)
        for section, rules in (("act", acts), ("update", updates))
        for info, steps in rules
    }
    section, name = max(parts, key=lambda rule: parts[rule])
    return f"{section} `{name}`"


@lru_cache(maxsize=64)
def _notice_interpreted(name: str, rule: str) -> None:
    """Notice once that a convention is too large to compile, and which rule is the largest."""
    notice(
        f"{name} is too large to compile, so its games take much longer;"
        f" its largest rule is {rule}: split it, or say less in it"
    )


def is_convention(name: str) -> bool:
    """Whether a name begins with a shipped convention or idea, or with a file; changes may follow."""
    first = (name.split() or [""])[0]
    return _is_file(first) or first in shipped()


def _is_file(name: str) -> bool:
    return name.endswith(SUFFIX) or (not name.endswith(".py") and Path(name).is_file())


def find_convention_bot(name: str) -> BotSpec:
    """Return the spec of a convention's bot; files are read again when one that it may use has changed."""
    files = [Path(path) for part in name.split() if _is_file(path := part.removeprefix("+"))]
    beside = (path for folder in {file.parent for file in files} for path in folder.glob(f"*{SUFFIX}"))
    return _find(name, frozenset(map(file_stamp, (*files, *beside))))


@lru_cache(maxsize=1 << 13)
def _find(name: str, _files: frozenset[FileStamp | None]) -> BotSpec:
    try:
        return convention_bot(name, load_convention(name))
    except UnknownNameError:
        raise
    except InputError as error:
        raise BotError(str(error)) from error


def convention_bot(name: str, convention: Convention) -> BotSpec:
    """Return the spec, under this name, of the bot that keeps a loaded convention."""
    return BotSpec(
        name,
        convention.flat.file.text,
        partial(ConventionBot, convention=convention),
        compiler=partial(_compile, convention),
        identity=lambda: convention.identity,
        unsuitable=hidden,
    )
