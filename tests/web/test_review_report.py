"""The page of a review: its head, and that its table counts what its rows say."""

import re

from handsight.analysis.hanabi.convention_review import OTHER_MOVE, Review
from handsight.conventions import load_convention, promised_knowledge
from handsight.playable_games import load
from handsight.web.hanabi.convention_reading import review_report


def report(spec: str) -> tuple[Review, str]:
    review = Review(promised_knowledge(load("sample:first"), load_convention(spec)))
    return review, review_report(review, "replay.html")


def test_the_head_names_a_convention_with_changes_once() -> None:
    _, page = report("minimal +sense")
    head = page.partition("<table")[0].partition("</h1>")[2]
    assert head.count("minimal +sense") == 1
    assert "minimal +sense.\nIt would" in head
    _, page = report("circle")
    assert re.search(r"\ncircle: [^\n]+\.\nIt would", page)


def test_rows_say_which_moves_are_counted_as_other_moves_and_which_are_not() -> None:
    review, page = report("minimal")
    found = re.findall(r'<tr id="move-(\d+)"(.*?)</tr>', page, re.DOTALL)
    rows = {int(number): row for number, row in found}
    same = 0
    for move in review.moves:
        row, kinds = rows[move.turn + 1], [one.kind for one in move.broken]
        assert ("other move: would" in row) == (OTHER_MOVE in kinds)
        assert ("which leaves the same flags" in row) == move.leaves_same_flags
        same += move.leaves_same_flags
    assert same
    counted = re.search(r"<td>other move</td>(.*?)</tr>", page)
    assert counted is not None
    assert sum(map(int, re.findall(r">(\d+)<", counted[1]))) == page.count("other move: would")
