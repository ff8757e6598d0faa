"""`handsight serve`: what it refuses, and what `--check` finds."""

import re
from pathlib import Path

import msgspec
import pytest
from cli.command_line import Cli

from handsight.web import Store, table_servers


@pytest.mark.parametrize("port", [-1, 65_536, 70_000])
def test_a_port_that_is_none_is_refused_with_those_there_are(cli: Cli, port: int) -> None:
    done = cli("serve", "--port", port, "--no-open")
    assert (done.status, done.out) == (2, "")
    assert (
        done.err
        == f"handsight: there is no port {port}; ports are 1 to 65535, and --port 0 takes a free one\n"
    )


def test_check_finds_what_is_damaged(cli: Cli, tmp_path: Path) -> None:
    store = Store(tmp_path)
    server = table_servers(store)["hanabi"]
    asked = msgspec.convert({"seats": [{}, {"bot": "random"}]}, server.page.request)
    names = [server.open(asked).id for _ in range(3)]
    store.close()
    done = cli("serve", "--check", "--data", tmp_path)
    assert (done.status, done.out) == (0, f"{tmp_path}: 3 tables with 0 moves; nothing is damaged\n")
    (tmp_path / "tables" / f"{names[1]}.moves").write_bytes(b"[]\n")
    done = cli("serve", "--check", "--data", tmp_path)
    assert done.status == 1
    assert f"table {names[1]} cannot be opened" in done.out
    assert "3 tables with 0 moves; 1 of them cannot be opened" in done.out
    (row,) = cli("serve", "--check", "--json", "--data", tmp_path).rows
    assert (row["tables"], list(row["damaged"])) == (3, [names[1]])
    page = (Path(__file__).parents[2] / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
    told = page[page.index("`serve --check --json`") :].partition("}`")[0]
    assert re.findall(r'"(\w+)":', told) == list(row)
    assert cli("serve", "--check", "--data", tmp_path / "nowhere").status == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--json"], "--json needs --check"),
        (["--check", "--data", ":memory:"], "nothing to check"),
        (["--allow-host", "http://x/"], "--allow-host takes a name such as cards.example.org"),
        (["--allow-host", "x:80"], "--allow-host takes a name"),
        (["--proxy", "nginx"], "--proxy takes an address such as 127.0.0.1"),
        (["--password"], "--password needs a word"),
        (["--password", " "], "keeps nobody out"),
    ],
)
def test_wrong_options_are_explained(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, options: list[str], words: str
) -> None:
    monkeypatch.delenv("HANDSIGHT_PASSWORD", raising=False)
    done = cli("serve", "--port", "0", "--no-open", *options)
    assert (done.status, done.out) == (2, "")
    assert words in done.err


def test_a_password_that_is_no_text_is_refused(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDSIGHT_PASSWORD", "caf\udce9")
    done = cli("serve", "--port", "0", "--no-open", "--data", ":memory:", "--password")
    assert (done.status, done.out) == (2, "")
    assert "the password has bytes that are not text, at character 4" in done.err
