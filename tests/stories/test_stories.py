"""Every story comes true; every idea that ships has one; and a wrong story is reported."""

from pathlib import Path

import pytest

from handsight.conventions import load_convention
from handsight.conventions.convention_stories import CLAIMS, Story, parse_stories, run_story
from handsight.conventions.library import find_source, shipped
from handsight.conventions.syntax.parse_convention import parse
from handsight.conventions.syntax.syntax_tree import ActRule, File
from handsight.errors import InputError

HERE = Path(__file__).parent
STORIES = [
    (path.stem, story) for path in sorted(HERE.glob("*.story")) for story in parse_stories(path.read_text())
]


@pytest.mark.parametrize(
    "story", [story for _, story in STORIES], ids=[f"{file}: {story.name}" for file, story in STORIES]
)
def test_a_story_comes_true(story: Story) -> None:
    assert not run_story(story)


def test_every_idea_that_ships_has_a_story() -> None:
    covered = {word.lstrip("+") for _, story in STORIES for word in story.by.split()}
    assert set(shipped()) <= covered


@pytest.mark.slow
def test_every_act_rule_that_ships_has_a_story() -> None:
    acted = {(name, claim) for _, story in STORIES for _, claim in story.claims for name in _files(story.by)}
    without_story = [
        f"{name}: {rule.name}"
        for name in shipped()
        for rule in _own(name).all(ActRule)
        if rule.verb and (name, f"by {rule.name}") not in acted
    ]
    assert not without_story


def _files(spec: str) -> tuple[str, ...]:
    return load_convention(spec).flat.uses


def _own(name: str) -> File:
    file, _ = parse(find_source(name).text, name)
    assert file
    return file


STORY = """story one
  by minimal
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b1 r1 y2 g3
  Alice acts
  then {claim}
"""

FALSE = [
    ("Alice clues Bob red", "but it was clue Bob blue"),
    ("Alice discards p4", "but it was clue Bob blue"),
    ("by discard", "it was done by point, not by discard"),
    ("Bob's b1 has no IP", "Bob's b1 has IP"),
    ("Bob's r1 has IP", "Bob's r1 has no IP"),
    ("nothing has IP", "Bob's b1 has IP"),
    ("Bob's b1 is promised b1", "is promised r1 y1 g1 b1 p1"),
    ("Bob's b5 has IP", "Bob holds no b5"),
    ("Bob's b1 has XX", "has no flag XX"),
    ("the table has IP", "IP is a flag of cards, not of the table"),
    ("Bob has no IP", "IP is a flag of cards, not of hands"),
    ("Bob is asked b1", "Bob is asked nothing"),
    ("Bob is glad", "is not a claim"),
]


@pytest.mark.parametrize(("claim", "said"), FALSE, ids=[case[0] for case in FALSE])
def test_a_story_that_does_not_come_true_says_what_came(claim: str, said: str) -> None:
    [story] = parse_stories(STORY.format(claim=claim))
    [fault] = run_story(story)
    assert fault.line == 6
    assert said in str(fault)


@pytest.mark.parametrize("claim", CLAIMS)
def test_every_claim_that_is_offered_is_one(claim: str) -> None:
    [story] = parse_stories(STORY.format(claim=claim))
    assert not any("is not a claim" in str(fault) for fault in run_story(story))
    [story] = parse_stories(STORY.format(claim="Bob is glad"))
    assert claim in str(run_story(story)[0])


REFUSED = [
    ("story one\n", "is not complete"),
    ("Alice holds r1\n", "begins with `story`"),
    ("story one\n  nonsense here\n", "cannot be understood"),
    ("story one\n  Alice holds r9\n", "cannot be understood"),
    ("story one\n  clues many\n", "cannot be understood"),
    ("story one\n  rules unknown\n", "cannot be understood"),
]


@pytest.mark.parametrize(("text", "said"), REFUSED, ids=[case[0] for case in REFUSED])
def test_what_is_no_story_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as raised:
        list(parse_stories(text))
    assert raised.value.line


def test_too_many_copies_are_refused() -> None:
    [story] = parse_stories(STORY.format(claim="nothing has IP").replace("y4 y4", "y5 y5"))
    with pytest.raises(InputError, match="the deck has only 1 copy of y5, this story uses 2"):
        run_story(story)


def test_an_action_that_is_not_legal_is_reported() -> None:
    [story] = parse_stories(STORY.format(claim="nothing has IP").replace("Alice acts", "Alice discards p4"))
    assert "discarding is not allowed" in str(run_story(story)[0])
