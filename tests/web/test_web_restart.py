"""A killed server loses nothing."""

import json
from pathlib import Path

import pytest
from web.page_server import hear, start, until


@pytest.mark.slow
def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    server = start(tmp_path)
    try:
        opened = server.table("", "careful", "random")
        with server.sit(opened["id"], opened["secrets"][0]) as me:
            for _ in range(5):
                now = until(me, lambda picture: picture["mover"] == 0)
                order = now["hands"][0][0]["order"]
                seat, mark, _ = now["clues"][0] if now["clues"] else (0, "", ())
                clue = {
                    "do": "clue",
                    "seat": seat,
                    "kind": "color" if mark[:1] == "c" else "number",
                    "value": int(mark[1:] or 0),
                }
                action = clue if now["clues"] else {"do": "discard", "order": order}
                me.send(json.dumps({"type": "act", "version": now["version"], "action": action}))
            before = until(me, lambda picture: picture["mover"] == 0 or picture["over"])
    finally:
        server.kill()
    again = start(tmp_path)
    try:
        assert again.welcome.partition("#")[2] == server.welcome.partition("#")[2]
        with again.sit(opened["id"], opened["secrets"][0]) as me:
            assert hear(me, "welcome")["seat"] == 0
            assert hear(me, "table") == before
    finally:
        again.kill()
