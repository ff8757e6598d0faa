import json

import pytest
from page_server import PageServer

from handsight.notation import formats, load

HERE = "api/replays"


def export() -> bytes:
    (reading,) = load("sample:first")
    assert reading.game
    return formats["live"].write(reading.game).text.encode()


def test_a_game_handed_in_can_be_asked_about(server: PageServer) -> None:
    status, found = server.ask(HERE, export())
    assert status == 200
    name = f"{HERE}/{found['id']}"
    assert server.ask(name)[1]["turns"] == 57
    assert server.ask(f"{name}/moment?turn=48&seat=1")[1]["seats"][0]["worlds"] == 720
    assert len(server.ask(f"{name}/moment?turn=48")[1]["seats"]) == 3
    assert server.ask(f"{name}/why?turn=54&seat=0&slot=2")[1]["since"] == {"identity": 54, "trash": 54}
    assert len(server.ask(f"{name}/lessons")[1]) == 57 * 3
    assert server.ask(HERE)[1] == ["sample:first", "sample:rainbow", "sample:up_or_down"]


def test_a_file_too_long_is_refused(server: PageServer) -> None:
    status, said = server.ask(HERE, b" " * ((1 << 20) + 1))
    assert (status, said["code"]) == (413, "too-long")


def test_a_file_that_is_no_text_is_refused(server: PageServer) -> None:
    status, said = server.ask(HERE, b"\x89PNG\r\n\x1a\n")
    assert status == 400
    assert "PNG" in said["message"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("0123456789abcdef", 404),
        ("sample:second", 400),
        ("sample:first?game=2", 404),
        ("sample:first?game=x", 400),
        ("sample:first/moment", 400),
        ("sample:first/moment?turn=58", 400),
        ("sample:first/moment?turn=-1", 400),
        ("sample:first/moment?turn=1e3", 400),
        ("sample:first/moment?turn=%D9%A3", 400),
        ("sample:first/moment?turn=" + "9" * 5000, 400),
        ("sample:first/moment?turn=1&seat=3", 400),
        ("sample:first/why?turn=1&seat=0&slot=5", 400),
        ("sample:first/why?turn=1&seat=0", 400),
        ("..%2F..%2Ftables", 404),
    ],
)
def test_questions_without_an_answer_are_refused(server: PageServer, path: str, status: int) -> None:
    found, said = server.ask(f"{HERE}/{path}")
    assert found == status
    assert "Traceback" not in json.dumps(said)


def test_a_text_without_a_game_has_no_turns(server: PageServer) -> None:
    _, found = server.ask(HERE, b"Card Red 9\n")
    assert server.ask(f"{HERE}/{found['id']}")[1]["turns"] is None
    status, said = server.ask(f"{HERE}/{found['id']}/moment?turn=0")
    assert (status, said["code"]) == (400, "no-game")
    assert server.ask(f"{HERE}/{found['id']}/page")[0] == 400


def test_another_site_may_not_hand_in_games(server: PageServer) -> None:
    status, _ = server.ask(HERE, export(), origin="http://example.org")
    assert status == 403
