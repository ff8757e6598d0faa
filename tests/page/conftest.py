from collections.abc import Iterator

import pytest
from page_server import PageServer, start


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    found = start(tmp_path_factory.mktemp("data"))
    yield found
    found.kill()
