"""Games of hanab.live by address, number and seed; nothing is downloaded unless --fetch asks for it."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from cli.command_line import Cli

import handsight as hs
from handsight.errors import InputError
from handsight.notation.game_files import link_turn
from handsight.notation.hanabi.file_formats import SITE_VARIABLE, Address, read_address

FIRST = Path(hs.__file__).parent / "notation" / "hanabi" / "samples" / "first.json"
CODE = hs.notation.GAMES["hanabi"].write([hs.load("sample:first")], "code").text.strip()


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://hanab.live/replay/123", Address(123)),
        ("https://hanab.live/replay/123#30", Address(123, 30)),
        ("https://hanab.live/shared-replay/123#30", Address(123, 30)),
        ("http://www.hanab.live/shared-replay/123/", Address(123)),
        ("hanab.live/replay/123", Address(123)),
        ("//hanab.live/replay/123", Address(123)),
        ("/replay/123#7", Address(123, 7)),
        ("replay/123", Address(123)),
        ("HTTPS://HANAB.LIVE/REPLAY/123", Address(123)),
        ("https://hanab.live/replay/123?foo=bar#12", Address(123, 12)),
        ("<https://hanab.live/replay/123>", Address(123)),
        ("https://hanab.live/export/123", Address(123)),
        ("https://hanabi.live/replay/123", Address(123)),
        (" 123456 ", Address(123456)),
        ("#123456", Address(123456)),
        ("123456#30", Address(123456, 30)),
        ("https://hanab.live/replay/123#0", Address(123, 1)),
    ],
)
def test_every_form_that_people_paste(text: str, address: Address) -> None:
    assert read_address(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        "game.json",
        "p2v0s1",
        "12a",
        "https://example.org/replay/123",
        "https://hanab.live/",
        "1234567890",
        CODE,
    ],
)
def test_what_is_no_address(text: str) -> None:
    assert read_address(text) is None


@pytest.mark.parametrize(
    "source", ["hanab.live/replay/123#30", "https://hanab.live/shared-replay/123#30", "123#30"]
)
@pytest.mark.parametrize("verb", ["check", "show", "know", "convert"])
def test_an_address_is_answered_with_how_to_go_on(cli: Cli, verb: str, source: str) -> None:
    done = cli(verb, source, *(["--to", "log"] if verb == "convert" else []))
    assert done.status == 1
    for words in (
        "add --fetch",
        "open https://hanab.live/export/123",
        "save it as 123.json",
        "and --turn 30",
    ):
        assert words in done.err
    with pytest.raises(InputError, match="fetch=True"):
        hs.load(source)


def test_a_file_comes_before_a_number(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("123").write_bytes(FIRST.read_bytes())
    assert cli("check", "123").status == 0


def test_a_link_leads_to_its_turn(cli: Cli) -> None:
    link = f"https://hanab.live/replay-json/{CODE}"
    assert "turn 21 ·" in cli("show", f"{link}#21").out
    assert "turn 30 ·" in cli("show", f"{link}#21", "--turn", "30").out
    assert "turn 58 ·" in cli("show", link).out
    assert cli("know", f"{link}#21", "--json").rows[0]["turn"] == 20
    assert link_turn(f"{link}#21") == 21
    assert cli("show", f"{link}#99").status == 2


class Site(BaseHTTPRequestHandler):
    """A stand-in for hanab.live that has one game."""

    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        found = self.path == "/export/123"
        self.send_response(200 if found else 404)
        self.end_headers()
        self.wfile.write(FIRST.read_bytes() if found else b"no such game")

    def log_message(self, *_: Any) -> None:
        """Print nothing."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Run the stand-in, and return the list of what it is asked."""
    Site.asked = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        monkeypatch.setenv(SITE_VARIABLE, f"http://127.0.0.1:{server.server_port}")
        monkeypatch.setenv("no_proxy", "*")
        Thread(target=server.serve_forever, daemon=True).start()
        yield Site.asked
        server.shutdown()


def test_a_game_is_downloaded_only_when_that_is_asked_for(cli: Cli, asked: list[str]) -> None:
    source = "https://hanab.live/shared-replay/123#21"
    assert cli("check", source).status == 1
    assert asked == []
    done = cli("check", "--fetch", source, "--json")
    assert done.status == 0, done.err
    assert (done.rows[0]["game"], done.rows[0]["score"]) == ("123:1", 23)
    assert asked == ["/export/123"]
    assert "turn 21 ·" in cli("show", source, "--fetch").out
    assert cli("know", "123#21", "--fetch", "--json").rows[0]["turn"] == 20
    assert hs.load("123", fetch=True).final.score == 23
    assert hs.notation.read_file("123", fetch=True)[0].valid


def test_a_game_that_cannot_be_downloaded(
    cli: Cli, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    done = cli("show", "124", "--fetch")
    assert done.status == 1
    assert "the server says 404; is the number right?" in done.err
    assert asked == ["/export/124"]
    monkeypatch.setenv(SITE_VARIABLE, "http://127.0.0.1:1")
    gone = cli("check", "124", "--fetch")
    assert gone.status == 1
    assert "could not be downloaded" in gone.err
    monkeypatch.setenv(SITE_VARIABLE, "file:///etc")
    assert "not a web address" in cli("check", "124", "--fetch").err


def test_a_seed_is_the_game_that_hanab_live_deals(cli: Cli) -> None:
    (row,) = cli("show", "p2v0s1", "--json").rows
    cards = [card["card"] for hand in row["hands"] for card in reversed(hand)]
    assert cards == ["b5", "p4", "b3", "r4", "g1", "b3", "b1", "r1", "g2", "g4"]
    assert (row["game"], row["turn"], row["deck"]) == ("p2v0s1:1", 0, 40)
    (checked,) = cli("check", "p4v0s1", "--json").rows
    assert (checked["players"], checked["valid"], checked["end"]) == (4, True, "in_progress")
    assert cli("convert", "p2v0s1", "--to", "live").out.rstrip().endswith('"seed":"p2v0s1"}')
    assert cli("check", "-", stdin="p2v0s1\n").status == 0
    assert hs.load("p2v0s1", game="hanabi").seed == "p2v0s1"


@pytest.mark.parametrize(
    ("seed", "said"), [("p9v0s1", "2 to 6 players"), ("p2v9999s1", "there is no variant number 9999")]
)
def test_a_seed_that_deals_nothing(cli: Cli, seed: str, said: str) -> None:
    done = cli("show", seed)
    assert done.status in (1, 2)
    assert said in done.err


def test_a_deal_is_played_by_a_person(cli: Cli, tmp_path: Path) -> None:
    words = ("play", "hanabi", "--deal", "p2v0s1", "--with", "random", "--json", "--save")
    done = cli(*words, tmp_path / "a", stdin="quit\n")
    assert done.status == 0, done.err
    saved = hs.load(tmp_path / "a.json")
    assert saved.setup.deck == hs.load("p2v0s1").setup.deck
    again = cli("play", "hanabi", "--deal", tmp_path / "a.json", "--save", tmp_path / "b", stdin="quit\n")
    assert again.status == 0
    assert hs.load(tmp_path / "b.json").setup.deck == saved.setup.deck
    assert "leave --players out" in cli(*words, tmp_path / "c", "--players", "3").err
    assert "leave --variant out" in cli(*words, tmp_path / "c", "--variant", "Rainbow (5 Suits)").err


def test_the_deals_of_seeds_are_played_by_bots(cli: Cli, tmp_path: Path) -> None:
    words = ("simulate", "random", "--deal", "p4v15s9", "--games", "3", "--quiet")
    done = cli(*words, "--json", "--out", tmp_path, "--save-games", "3")
    assert done.status == 0, done.err
    (row,) = done.rows
    assert (row["players"], row["deal"], row["games"]) == (4, "p4v15s9", 3)
    games = hs.notation.read_file(tmp_path / "games.jsonl")
    assert [checked.game.seed for checked in games if checked.game] == ["p4v15s9", "p4v15s10", "p4v15s11"]
    assert not any(checked.notices for checked in games), "each deck is that of its seed"
    assert "from p4v15s9 on" in cli(*words).out
    assert "leave the number of players out" in cli(*words, "--players", "2").err
    assert "leave the variant out" in cli(*words, "--variant", "1").err
    assert "no seed follows it" in cli("simulate", "random", "--deal", "p2v0sx", "--games", "2").err
    assert cli("simulate", "random", "--deal", "p2v0sx", "--games", "1", "--quiet").status == 0
