"""The samples that come with the package are listed, and every command that is suggested works."""

from cli.command_line import Cli

from handsight.logic.files import ABOUT_SAMPLES, SAMPLES
from handsight.notation import GAMES


def test_every_sample_is_listed_with_what_it_is_good_for(cli: Cli) -> None:
    done = cli("samples", "--json")
    assert done.status == 0
    files = {path.stem for game in GAMES.values() for path in (game.load().SAMPLES or SAMPLES).iterdir()}
    files |= {path.stem for path in SAMPLES.iterdir()}
    assert {row["name"] for row in done.rows} == {f"sample:{stem}" for stem in files}
    assert all(row["about"] for row in done.rows)
    listed = cli("samples").out
    assert all(row["name"] in listed and row["about"] in listed for row in done.rows)
    assert set(ABOUT_SAMPLES) <= files


def test_every_suggested_command_works(cli: Cli) -> None:
    for row in cli("samples", "--json").rows:
        _, *words = row["command"].split()
        assert cli(*words).status == 0, row["command"]
