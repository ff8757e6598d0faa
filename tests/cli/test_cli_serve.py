"""`handsight serve`: what it refuses before it opens a door."""

import pytest
from cli.command_line import Cli


@pytest.mark.parametrize("port", [-1, 65_536, 70_000])
def test_a_port_that_is_none_is_refused_with_those_there_are(cli: Cli, port: int) -> None:
    done = cli("serve", "--port", port, "--no-open")
    assert (done.status, done.out) == (2, "")
    assert (
        done.err
        == f"handsight: there is no port {port}; ports are 1 to 65535, and --port 0 takes a free one\n"
    )
