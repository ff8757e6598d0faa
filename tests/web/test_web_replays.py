import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from handsight.cli import main
from handsight.errors import HandsightError, RequestError
from handsight.hanabi import view
from handsight.knowledge import explain, to_json
from handsight.notation import read, read_file
from handsight.notation.hanabi.file_formats import FORMATS
from handsight.web import Store, recorded_games
from handsight.web.hanabi.game_replay import HanabiReplay
from handsight.web.recorded_games import MOST_BYTES, Recordings, replay_of, samples
from handsight.web.server.table_store import record_name
from handsight.web.single_file import ENTRY, STATIC, bundle, single_file

GAMES = Path(__file__).parents[1] / "games"
SOURCES = [
    *("sample:first", "sample:rainbow", "sample:up_or_down"),
    *(str(GAMES / f"{name}.json") for name in ("mix", "null", "clue-starved", "sudoku-5", "starting-player")),
]


def recording(source: str) -> HanabiReplay:
    (checked,) = read_file(source)
    return HanabiReplay(checked, "")


def short(source: str, moves: int) -> HanabiReplay:
    """The first moves of a game, as a game of its own."""
    (checked,) = read_file(source)
    assert checked.game
    export = json.loads(FORMATS["live"].write(checked.game).text)
    export["actions"] = export["actions"][:moves]
    (cut,) = read(json.dumps(export))
    return HanabiReplay(cut, "")


def known(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    with pytest.raises(SystemExit):
        main(["know", *words, "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def plain(value: object) -> Any:
    """As it looks on the other side of the wire."""
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("source", SOURCES)
def test_a_turn_shows_what_the_command_line_says(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    opened = recording(source)
    for turn in (0, 7, opened.last // 2, opened.last):
        printed = known(capsys, source, "--turn", str(turn + 1))
        rows = printed["seats"]
        assert plain(opened.moment(turn)["seats"]) == rows
        for seat, row in enumerate(rows):
            assert plain(opened.moment(turn, seat)["seats"]) == [row]


def test_what_others_may_think_is_what_the_command_line_says(capsys: pytest.CaptureFixture[str]) -> None:
    printed = known(capsys, "sample:first", "--turn", "21", "--seat", "0", "--of", "2")
    assert plain(recording("sample:first").moment(20, 0)["nested"])["2"] == printed["hand"]


def test_reasons_and_dates_are_those_of_the_command_line() -> None:
    opened = short("sample:first", 16)
    game = opened.game
    for turn, state in enumerate(game.states):
        for seat, hand in enumerate(state.hands):
            for slot in range(len(hand)):
                asked = explain(game, turn=turn, seat=seat, slot=slot)
                assert opened.why(turn, seat, slot) == to_json(game, asked)


def test_sentences_of_the_page_count_slots_from_one() -> None:
    opened = recording("sample:rainbow")
    (reason,) = opened.why(51, 3, 0)["reasons"]
    assert "touched slot 4" in reason["sentence"]


@pytest.mark.parametrize("name", ["duck", "throw-it-in-a-hole", "mix"])
def test_a_players_view_shows_what_that_seat_sees(name: str) -> None:
    opened = recording(str(GAMES / f"{name}.json"))
    for turn in (0, 6):
        for seat in range(len(opened.game.seats)):
            seen_view = view(opened.game.states[turn], seat)
            picture = opened.moment(turn, seat)["picture"]
            assert (picture["stacks"] is None) == (seen_view.stacks is None)
            for hand in picture["hands"]:
                for held in hand:
                    card = seen_view.cards[held["order"]]
                    assert held["card"] == (list(card) if card else None) or held["card"] == card
    if name == "duck":
        assert any("something" in line["text"] for line in opened.head()["logs"][0])


def test_a_hidden_hand_of_another_player_has_probabilities_too() -> None:
    (checked,) = read_file("sample:first")
    assert checked.game
    export = json.loads(FORMATS["live"].write(checked.game).text)
    export["options"] = {"detrimentalCharacters": True}
    names = ("Blind Spot", "Conservative", "Conservative")
    export["characters"] = [{"name": name, "metadata": -1} for name in names]
    export["actions"] = []
    (checked,) = read(json.dumps(export))
    opened = HanabiReplay(checked, "")
    moment = opened.moment(0, 0)
    assert [row["order"] for row in moment["unseen"]] == sorted(opened.game.states[0].hands[1])
    assert all(held["card"] is None for held in moment["picture"]["hands"][1])
    for row in moment["unseen"]:
        assert sum(row["probability"].values()) == pytest.approx(1)
        assert opened.variant.text(opened.game.setup.deck[row["order"]]) in row["possible"]


def test_a_broken_file_shows_its_good_part_and_the_mistake_in_place() -> None:
    (checked,) = read_file("sample:first")
    assert checked.game
    text = FORMATS["live"].write(checked.game).text.replace('"type":0,"target":12', '"type":0,"target":3')
    (checked,) = read(text)
    head = HanabiReplay(checked, text).head()
    (problem,) = head["problems"]
    assert head["turns"] == 2
    assert (problem["turn"], problem["line"], problem["column"]) == (2, 1, 1370)
    assert problem["after"].startswith('{"type":0,"target":3,')
    assert problem["before"].endswith("},")
    assert len(head["log"]) == 2


def test_a_text_without_a_game_says_why() -> None:
    (checked,) = read("Card Red 9\n")
    opened = HanabiReplay(checked, "Card Red 9\n")
    assert opened.head()["turns"] is None
    assert opened.head()["problems"]
    with pytest.raises(RequestError):
        opened.moment(0)


def test_every_export_is_the_same_game() -> None:
    opened = recording("sample:first")
    for row in opened.head()["exports"]:
        (checked,) = read(row["text"])
        assert checked.game
        assert checked.game.states == opened.game.states


def test_what_cannot_be_written_says_so() -> None:
    opened = short(str(GAMES / "clue-starved.json"), 3)
    rows = {row["name"]: row for row in opened.head()["exports"]}
    assert all("text" in row or row["error"] for row in rows.values())


@pytest.mark.parametrize(("turn", "seat"), [(-1, 0), (58, 0), (0, 3), (0, -1)])
def test_turns_and_seats_that_are_not_there_are_refused(turn: int, seat: int) -> None:
    with pytest.raises(HandsightError, match="there is no"):
        recording("sample:first").moment(turn, seat)


def test_a_recording_is_named_by_its_content(tmp_path: Path) -> None:
    (checked,) = read_file("sample:rainbow")
    assert checked.game
    text = FORMATS["log"].write(checked.game).text
    store = Store(tmp_path)
    saved = Recordings(store)
    name = saved.add(text.encode())
    assert saved.add(("\ufeff" + text).encode()) == name
    store.close()
    again = Recordings(Store(tmp_path))
    found = replay_of(*again.text(name))
    assert isinstance(found, HanabiReplay)
    assert found.game.states == checked.game.states
    assert replay_of(*again.text(name)) is found


def test_a_recording_may_hold_several_games() -> None:
    saved = Recordings(Store(":memory:"))
    lines = []
    for sample in samples():
        replay = replay_of(*saved.text(sample["name"]))
        assert isinstance(replay, HanabiReplay)
        lines.append(FORMATS["jsonl"].write(replay.game).text.strip())
    name = saved.add("\n".join(lines).encode())
    heads = [json.loads(saved.ask(name, number, "", "head")) for number in (1, 2, 3)]
    assert [len(head["names"]) for head in heads] == [3, 4, 2]
    assert heads[1]["games"] == 3
    with pytest.raises(RequestError, match="there is no game 4"):
        saved.ask(name, 4, "", "head")
    saved.close()


def test_recordings_that_are_too_long_or_no_text_are_refused() -> None:
    saved = Recordings(Store(":memory:"))
    with pytest.raises(RequestError, match="1024 KiB"):
        saved.add(b" " * (MOST_BYTES + 1))
    with pytest.raises(HandsightError, match="PNG"):
        saved.add(b"\x89PNG\r\n")
    with pytest.raises(RequestError, match="no such game"):
        saved.text("0123456789abcdef")
    with pytest.raises(HandsightError, match="no sample"):
        saved.text("sample:../../secrets")


@pytest.mark.slow
def test_a_text_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    saved = Recordings(Store(":memory:"))
    answer = recorded_games.QUERIES["page"]
    monkeypatch.setitem(recorded_games.QUERIES, "page", answer._replace(seconds=0.05))
    with pytest.raises(RequestError, match="took too long"):
        saved.ask("sample:first", 1, "", "page", "", None)
    monkeypatch.setitem(recorded_games.QUERIES, "page", answer)
    assert saved.ask("sample:first", 1, "", "page", "", None).startswith(b"<!doctype html>")
    saved.close()


def test_the_oldest_records_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handsight.web.server.table_store.MOST_RECORDS", 2)
    store = Store(":memory:")
    for name in ("a", "b", "c"):
        store.save_record(record_name(name.encode()), name)
    found = [store.load_record(record_name(name.encode())) for name in ("a", "b", "c")]
    assert found == [None, "b", "c"]


def test_everything_holds_every_answer() -> None:
    opened = short("sample:rainbow", 12)
    whole = opened.everything()
    whys = {(row["turn"], row["seat"], row["slot"]): row for row in whole["reasons"]}
    for turn in range(opened.last + 1):
        assert opened.moment(turn)["seats"] == whole["knowledge"][turn]
        assert opened.moment(turn)["picture"] == whole["pictures"][0][turn]
        for seat, hand in enumerate(opened.game.states[turn].hands):
            moment = opened.moment(turn, seat)
            assert moment["picture"] == whole["pictures"][seat + 1][turn]
            assert moment["nested"] == whole["nested"][seat][turn]
            for slot in range(len(hand)):
                row = opened.why(turn, seat, slot)
                assert whys.get((turn, seat, slot), {"reasons": []})["reasons"] == row["reasons"]


def test_one_file_runs_its_own_script_and_nothing_else() -> None:
    html = single_file(short("sample:first", 5)).decode()
    (policy,) = re.findall(r'http-equiv="content-security-policy" content="([^"]*)"', html)
    (script,) = re.findall(r'<script type="module">(.*?)</script>', html, re.DOTALL)
    (style,) = re.findall(r"<style>(.*?)</style>", html, re.DOTALL)
    for text in (script, style):
        assert f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'; ")
    assert style.index(".figures") < style.index(".stacks") < style.index(".replay")  # later ones overrule
    (data,) = re.findall(r'id="game">(.*?)</script>', html, re.DOTALL)
    assert json.loads(data)["head"]["turns"] == 5


def test_one_file_cannot_be_broken_out_of() -> None:
    (checked,) = read_file("sample:first")
    assert checked.game
    export = json.loads(FORMATS["live"].write(checked.game).text)
    evil = '</script><script>alert(1)</script>"&'
    export["players"][0] = evil
    export["actions"] = export["actions"][:2]
    (checked,) = read(json.dumps(export))
    html = single_file(HanabiReplay(checked, "")).decode()
    assert "alert(1)" in html
    assert "<script>alert" not in html
    (data,) = re.findall(r'id="game">(.*?)</script>', html, re.DOTALL)
    assert json.loads(data)["head"]["names"][0] == evil


def test_modules_are_bundled_after_those_they_import() -> None:
    entry = ENTRY.format("hanabi")
    script = bundle(entry)
    order = re.findall(r'^modules\["([\w./]+)"\] = ', script, re.MULTILINE)
    assert order[-1] == entry
    assert len(order) == len(set(order))
    for at, name in enumerate(order):
        paths = re.findall(r'from "(\.[\w./]+)"', (STATIC / name).read_text("utf-8"))
        wanted = {str((STATIC / name).parent.joinpath(path).resolve().relative_to(STATIC)) for path in paths}
        assert wanted <= set(order[:at])
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)


def test_convert_writes_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "game.html"
    source = tmp_path / "game.hanabi"
    source.write_text(FORMATS["log"].write(short("sample:first", 4).game).text, "utf-8")
    with pytest.raises(SystemExit) as left:
        main(["convert", str(source), str(target)])
    assert left.value.code == 0, capsys.readouterr().err
    assert target.read_text("utf-8").startswith("<!doctype html>")


def test_convert_writes_no_page_of_a_file_without_a_game(tmp_path: Path) -> None:
    source = tmp_path / "bad.hanabi"
    source.write_text("Card Red 9\n", "utf-8")
    with pytest.raises(SystemExit) as left:
        main(["convert", str(source), str(tmp_path / "bad.html")])
    assert left.value.code == 1
    assert not (tmp_path / "bad.html").exists()


def test_a_problem_of_a_file_names_no_option_of_a_terminal() -> None:
    game = json.loads(FORMATS["live"].write(recording("sample:first").game).text)
    replay = replay_of(json.dumps(game | {"deck": game["deck"][:45]}), "short deck")
    (problem,) = replay.head()["problems"]
    assert "the deck lists 45 of 50 cards" in problem["message"]
    assert "--" not in problem["message"]
