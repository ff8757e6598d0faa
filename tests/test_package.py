"""The package says who it is."""

import handsight


def test_version_is_a_version() -> None:
    major, minor, patch = handsight.__version__.split(".")
    assert (major + minor + patch).isdigit()
