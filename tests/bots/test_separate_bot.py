"""Bots in processes of their own: the same games, no way to the cards, and every fault told as the bot's."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest
from dishonest_bots import Dishonest, Inverting, Trying, WalkingFrames, WalkingObjects

from handsight.boeren import DEFAULT_RULES, RULE_SETS
from handsight.bots import Decision
from handsight.bots.separate_process.separate_bot import apart_name, find_apart_bot, is_users_name
from handsight.errors import BotError, HandsightError, InputError
from handsight.game import Seed, secret_seed
from handsight.hanabi import Action, Character, Terms, deal, variant
from handsight.lab.boeren.match_plan import BoerenPlan
from handsight.lab.hanabi.game_plan import HanabiPlan, shuffled_setup
from handsight.roster.hanabi import TEXT

TESTS = Path(__file__).parents[1]
BOTS = '''
import os
import sys
import time

import handsight as hs
from handsight import boeren, hanabi
from handsight.hanabi import Discard, Play, legal

made = 0


class Wandering(hs.Bot):
    """Takes random actions, and says what it saw."""

    def __init__(self, terms, seat, dice):
        global made
        made += 1
        super().__init__(terms, seat, dice)
        self.seen = 0

    def observe(self, event):
        self.seen += 1

    def decide(self, view):
        print("thinking about", view.turn)
        assert self.seen == len(view.events) or hasattr(view, "trump")
        moves = list(legal(view) if hasattr(view, "hands") else boeren.legal(view))
        return hs.Decision(self.one_of(moves), lambda: f"bot {made} saw {self.seen} events")


class Curious(Wandering):
    def decide(self, view):
        files = sorted(os.listdir("/proc/self/fd"))
        links = [os.readlink(f"/proc/self/fd/{file}")[:4] for file in files[:-1]]
        said = f"{sorted(os.environ)} {sys.argv} {links}"
        return hs.Decision(next(legal(view)), lambda: said)


class Exiting(hs.Bot):
    def decide(self, view):
        sys.exit(3)


class Leaving(hs.Bot):
    def decide(self, view):
        os._exit(4)


class Dying(hs.Bot):
    def decide(self, view):
        print("the end is near", file=sys.stderr, flush=True)
        os.abort()


class Hanging(hs.Bot):
    def decide(self, view):
        while True:
            pass


class Raising(hs.Bot):
    def decide(self, view):
        raise KeyError("no idea")


class Shouting(hs.Bot):
    def observe(self, event):
        raise ValueError("too loud")

    def decide(self, view):
        return Play(view.hands[self.seat][0])


class Floating(hs.Bot):
    def decide(self, view):
        return Play(float(view.hands[self.seat][0]))


class Mute(hs.Bot):
    def decide(self, view):
        return None


class Strange(hs.Bot):
    def decide(self, view):
        return object()


class Wasteful(hs.Bot):
    def decide(self, view):
        return Discard(view.hands[self.seat][0])


class Unmade(hs.Bot):
    def __init__(self, terms, seat, dice):
        raise RuntimeError("not today")

    def decide(self, view):
        return None
'''


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bots") / "mine.py"
    path.write_text(BOTS, encoding="utf-8")
    return path


def program(folder: Path, text: str) -> str:
    """Write a program that is no bot of ours, and return its name as a bot."""
    path = folder / "program.py"
    path.write_text(f"#!{sys.executable} -IS\nimport json, sys, time\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return f"cmd=5:{path}"


@pytest.mark.parametrize(
    "terms",
    [
        Terms(2),
        pytest.param(Terms(3, variant("Throw It in a Hole (5 Suits)")), marks=pytest.mark.slow),
        pytest.param(Terms(2, characters=(Character("Follower"), None)), marks=pytest.mark.slow),
    ],
    ids=["plain", "face-down", "characters"],
)
def test_a_bot_plays_the_same_game_of_hanabi_here_and_apart(bots: Path, terms: Terms) -> None:
    here = HanabiPlan((f"{bots}:Wandering",) * terms.players, terms, 5).play_game(3)
    apart = HanabiPlan((f"apart:{bots}:Wandering",) * terms.players, terms, 5).play_game(3)
    assert here.actions == apart.actions


def test_a_bot_plays_the_same_match_of_boeren_bridge_here_and_apart(bots: Path) -> None:
    for rules in (DEFAULT_RULES, RULE_SETS["author"]):
        here = BoerenPlan((f"{bots}:Wandering", "greedy", "counter", "random"), rules, 5)
        apart = BoerenPlan((f"apart:{bots}:Wandering", "greedy", "counter", "random"), rules, 5)
        assert here.play_chunk(0, 1).tolist() == apart.play_chunk(0, 1).tolist()


def first_turn(bot: str, seed: Seed = 1, game: int = 0) -> Decision[Action]:
    """Let a bot decide once, in the first seat."""
    plan = HanabiPlan((bot,) * 2, Terms(2), seed)
    return plan.bot_seat(game, 0).play(deal(shuffled_setup(plan.terms, plan.seed, game)))[0]


def test_every_game_has_a_process_of_its_own(bots: Path) -> None:
    for game in (0, 1):
        assert first_turn(f"apart:{bots}:Wandering", game=game).explain() == "bot 1 saw 10 events"


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_process_is_given_no_files_and_no_environment(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDSIGHT_SECRET", "r1 r2 r3")
    with Path(__file__).open(encoding="utf-8") as file:
        os.set_inheritable(file.fileno(), True)  # noqa: FBT003  the name of the function says what
        said = first_turn(f"apart:{bots}:Curious").explain()
    assert "HANDSIGHT_SECRET" not in said
    assert "test_apart" not in said
    assert f"['{bots}:Curious']" in said
    assert said.endswith("['/dev', 'pipe', 'pipe', 'pipe', 'pipe']")  # nothing, errors twice, messages


HERE_TOO = [
    (
        "Exiting",
        r"SystemExit: it called sys\.exit\(3\), but a bot only returns actions \(mine\.py, line \d+\)$",
    ),
    ("Raising", r"turn 1: KeyError: 'no idea' \(mine\.py, line \d+\)$"),
    ("Shouting", r"turn 1: ValueError: too loud \(mine\.py, line \d+\)$"),
    ("Wasteful", r"turn 1: ValueError: tried Discard\(order=4\), but the team has all"),
    ("Floating", r"order is wrong in .*: Expected `int`, got `float`"),
    ("Mute", r"turn 1: .*None(, which is no action; return Play or Discard|: Expected `object`)"),
    ("Strange", r"turn 1: .*decided <object object at .*, which is no action"),
]


@pytest.mark.parametrize(("name", "told"), HERE_TOO, ids=[name for name, _ in HERE_TOO])
@pytest.mark.parametrize("where", ["{}", "apart:{}"], ids=["here", "apart"])
def test_every_fault_is_told_as_the_bot_s(bots: Path, where: str, name: str, told: str) -> None:
    bot = where.format(f"{bots}:{name}")
    with pytest.raises(BotError, match=told) as error:
        first_turn(bot)
    assert str(error.value).startswith(f"{bot} in seat 0, game 0, seed 1, turn 1: ")


APART_ONLY = [
    ("Leaving", "ended with exit status 4 instead of answering$"),
    ("Dying", "was ended by SIGABRT instead of answering; it last wrote 'the end is near'$"),
    ("Hanging", r"gave no answer within 0\.5 s, and was stopped$"),
    ("Unmade", r"RuntimeError: not today \(mine\.py, line \d+\)$"),
]


@pytest.mark.parametrize(("name", "told"), APART_ONLY, ids=[name for name, _ in APART_ONLY])
def test_a_fault_that_would_end_or_stop_the_run_is_told_apart(bots: Path, name: str, told: str) -> None:
    with pytest.raises(BotError, match=rf"seat 0, game 0, seed 1, turn 1: .*{told}"):
        first_turn(f"apart=0.5:{bots}:{name}")


def test_a_class_that_is_not_there_is_no_fault_of_a_bot(bots: Path) -> None:
    with pytest.raises(BotError) as error:
        first_turn(f"apart:{bots}:Missing")
    assert str(error.value).startswith(f"{bots} has no bot 'Missing'; it has Wandering, Curious")


def test_a_file_that_cannot_be_imported_is_told(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("import sys\nsys.exit('bye')\n", encoding="utf-8")
    for bot in (f"{file}:Any", f"apart:{file}:Any", f"apart:{file}"):
        with pytest.raises(BotError, match=r"broken\.py cannot be imported: SystemExit: it called sys\.exit"):
            first_turn(bot)


READY = (
    'print(json.dumps({"message": "ready"}), flush=True)\nfor line in sys.stdin:\n    m = json.loads(line)'
)
PROGRAMS = [
    ("pass", "ended with exit status 0 instead of answering$"),
    (
        "sys.stderr.write('\\x1b[31mred\\n'); sys.exit(7)",
        r"exit status 7 instead of answering; it last wrote '\\x1b\[31mred'$",
    ),
    (
        "print('hello', flush=True); time.sleep(9)",
        "answered 'hello', which is no JSON object; its standard output",
    ),
    ("print('[1]', flush=True)", r"answered '\[1\]', which is no JSON object"),
    ("print('[' * 60000, flush=True)", "which is no JSON object"),
    (
        "sys.stdout.write('x' * 99999); sys.stdout.flush(); time.sleep(9)",
        "answered with more than 65,536 bytes on a line",
    ),
    (
        "sys.stdout.close(); import os; os.close(1); time.sleep(9)",
        "closed its standard output instead of answering",
    ),
    (
        f"{READY}\n    if m['message'] == 'decide': print('{{}}', flush=True)",
        'gave a wrong answer: it has no "action"',
    ),
    (
        f"{READY}\n    if m['message'] == 'decide': print(json.dumps({{'action': 'play'}}), flush=True)",
        "gave a wrong answer: its action is wrong in 'play': Expected `object`, got `str`",
    ),
    (
        f"{READY}\n    if m['message'] == 'decide': print(json.dumps({{'error': 'tired'}}), flush=True)",
        "tired$",
    ),
]


@pytest.mark.parametrize(("text", "told"), PROGRAMS, ids=[str(at) for at in range(len(PROGRAMS))])
def test_what_a_program_does_wrong_is_told(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(BotError, match=rf"^cmd=5:.*program\.py in seat 0, game 0, seed 1, turn 1: .*{told}"):
        first_turn(program(tmp_path, text))


def test_a_program_that_does_not_read_does_not_block_the_game(tmp_path: Path) -> None:
    name = program(tmp_path, 'print(json.dumps({"message": "ready"}), flush=True); time.sleep(60)')
    with pytest.raises(BotError, match=r"gave no answer within 0\.3 s"):
        first_turn(name.replace("cmd=5", "cmd=0.3"))


def test_a_program_in_any_language_can_play(tmp_path: Path) -> None:
    answer = "print(json.dumps({'action': m['legal'][-1]}), flush=True)"
    name = program(tmp_path, f"{READY}\n    if m['message'] == 'decide': {answer}")
    assert HanabiPlan((name,) * 2, Terms(2)).play_game(0).final.over
    assert BoerenPlan((name, "greedy", "greedy", "greedy")).play_match(0).over


@pytest.mark.slow
@pytest.mark.parametrize(
    "way", [Inverting, Trying, WalkingFrames, pytest.param(WalkingObjects, marks=pytest.mark.slow)]
)
def test_a_dishonest_bot_finds_nothing_apart(way: type[Dishonest]) -> None:
    terms, seed = Terms(2), secret_seed()
    bot = f"apart:{TESTS / 'dishonest_bots.py'}:{way.__name__}"
    careful = HanabiPlan(("careful",) * 2, terms, seed).play_game(0)
    assert HanabiPlan((bot,) * 2, terms, seed).play_game(0).actions == careful.actions


@pytest.mark.skipif(sys.platform != "linux", reason="Linux ends processes with their parent")
@pytest.mark.parametrize("kind", [pytest.param("apart", marks=pytest.mark.slow), "cmd"])
def test_a_bot_s_process_ends_with_the_program_however_that_ends(tmp_path: Path, kind: str) -> None:
    pid_file = tmp_path / "pid"
    hanging = f"import os\nopen({str(pid_file)!r}, 'w').write(str(os.getpid()) + ' ')\nwhile True: pass"
    if kind == "apart":
        (tmp_path / "hanging.py").write_text(hanging, encoding="utf-8")
        name = f"apart:{tmp_path / 'hanging.py'}:Any"
    else:
        name = program(tmp_path, hanging)
    code = f"import handsight as hs; hs.simulate({name!r}, games=1, players=2)"
    with subprocess.Popen([sys.executable, "-c", code]) as run:
        wait_for(lambda: pid_file.exists() and pid_file.read_text(encoding="utf-8").endswith(" "))
        run.kill()
    bot = int(pid_file.read_text(encoding="utf-8"))
    wait_for(lambda: not is_running(bot))


def wait_for(done: Callable[[], bool]) -> None:
    end = monotonic() + 60
    while not done():
        assert monotonic() < end
        sleep(0.05)


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.parametrize(
    ("name", "error", "told"),
    [
        ("apart=0:mine.py", InputError, "a time limit is a number of seconds above 0"),
        ("apart=soon:mine.py", InputError, "not 'soon'"),
        ("apart=inf:mine.py", InputError, "not 'inf'"),
        ("apart=nan:mine.py", InputError, "not 'nan'"),
        ("apart:nowhere.py:Bot", BotError, "there is no file nowhere.py"),
        ("apart:Bot", BotError, "Bot is no file and no class; write apart:file.py"),
        ("cmd:", BotError, "there is no program"),
        ("cmd:nowhere-at-all", BotError, "there is no program 'nowhere-at-all' that can be run"),
        ("cmd:'", BotError, "is no command"),
        (f"cmd:{__file__}", BotError, "make it executable with chmod"),
    ],
)
def test_wrong_names_are_refused(name: str, error: type[HandsightError], told: str) -> None:
    with pytest.raises(error, match=told):
        find_apart_bot(name, TEXT)


def test_names_say_how_a_bot_plays() -> None:
    assert apart_name("mine.py:Bot") == "apart:mine.py:Bot"
    assert apart_name("mine.py", 2) == "apart=2:mine.py"
    assert apart_name("cmd:./mine -v", 0.5) == "cmd=0.5:./mine -v"
    assert apart_name("cmd=9:./mine") == "cmd:./mine"
    assert find_apart_bot("mine.py:Bot", TEXT) is None
    assert all(map(is_users_name, ("a.py", "./a b.py:Bot", "pack.mod:Bot", "cmd:x", "apart=2:a.py")))
    assert not any(
        map(is_users_name, ("careful", "circle ~act:save-next", "my.convention", "sampler deals=3"))
    )


def test_the_identity_of_a_bot_changes_with_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    found = []
    for text in (BOTS, BOTS + "\n"):
        file.write_text(text, encoding="utf-8")
        for name in (f"apart:{file}", f"apart:{file}:Wandering", f"cmd:{sys.executable} {file}"):
            spec = find_apart_bot(name, TEXT)
            assert spec is not None
            found.append(spec.identity())
    assert len(set(found)) == len(found)


def test_the_program_in_the_documents_plays(tmp_path: Path) -> None:
    page = (TESTS.parent / "docs" / "reference" / "bot-protocol.md").read_text(encoding="utf-8")
    text = page.split("```")[1].lstrip()
    assert text.startswith("#!")
    path = tmp_path / "mybot"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    assert HanabiPlan((f"cmd:{path}",) * 2, Terms(2)).play_game(0).final.over
    assert first_turn(f"cmd:{path}").explain() == "it is the first"


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_what_a_bot_has_started_ends_with_it(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    start = "import subprocess; child = subprocess.Popen(['sleep', '600'])"
    name = program(tmp_path, f"{start}; open({str(pid_file)!r}, 'w').write(str(child.pid))")
    with pytest.raises(BotError, match="ended with exit status 0 instead of answering"):
        first_turn(name)
    wait_for(lambda: not is_running(int(pid_file.read_text(encoding="utf-8"))))
