"""Open readings: what is refused, what is bounded, and that files without them mean what they meant."""

import pytest
from conventions.example_conventions import convention_from
from conventions.played_games import played

from handsight.analysis.hanabi.game_reading import GameReading
from handsight.analysis.hanabi.move_sentences import TOO_MANY, meaning_json, meaning_sentences
from handsight.conventions import load_convention, promised_knowledge
from handsight.conventions.convention_loader import check_source
from handsight.conventions.interpreter.core_interpreter import Interpreter
from handsight.conventions.interpreter.open_readings import (
    MOST_ALTERNATIVES,
    MOST_QUESTIONS,
    Alternative,
    OpenQuestion,
)
from handsight.conventions.interpreter.public_state import PublicState, public_state_after_deal
from handsight.conventions.interpreter.rule_context import Context, Memory
from handsight.conventions.interpreter.settle_readings import with_question
from handsight.conventions.library import Source
from handsight.hanabi import Terms

TEXT = """convention house
  flag TO "touched"
  flag EARLY of the table
  flag EM of a hand
  {head}
  bridge
    finesse: {step}
  update
    {update}
  act
    play: play my asked card
    discard: discard my backmost card
    stall: give k, for a clue k, even if untrue
"""
HEAD, STEP = "missing at most 1", "the frontmost card without TO that could be a copy of w"
UPDATE = "read: after a clue, the frontmost touched card may be a needed value, its missing values bridged"
REFUSED = [
    ({"head": "missing at most 3"}, "from 0 to 2 values can be missing"),
    ({"step": "the frontmost value"}, "a bridge step names a card"),
    ({"step": "the frontmost card in the next hand that could be a copy of w"}, "do not say where"),
    ({"step": "every card without TO as any playable value"}, "one card is any playable value"),
    (
        {"update": "x: after a clue, every touched card gains EARLY"},
        "EARLY is a flag of the table, not of cards",
    ),
    ({"update": "x: after a clue, the table gains TO"}, "TO is a flag of cards, not of the table"),
    ({"update": "x: after a clue, the next hand gains TO"}, "TO is a flag of cards, not of hands"),
    ({"update": "x: after a clue, the frontmost touched card takes its place"}, "begin with `after a play,`"),
    (
        {"update": "x: after a clue, every touched card gains TO, if the table has EM"},
        "EM is a flag of hands",
    ),
    ({"update": "x: after a clue, the next hand may be a needed value"}, "say which cards change"),
    ({"head": "flag ER of the table promises needed"}, "only a flag of cards promises"),
    ({"head": "law\n    apart: no card is a copy of another card with TO"}, "a law reads"),
    (
        {"update": "x: after a play, every card c such that (front index of the played card is 0) gains TO"},
        "this card has left its hand",
    ),
    ({"head": "law\n    apart: every card with TO is playable"}, "; a law reads"),
    ({"head": "law apart: no card with TO is a copy of another card with TO"}, "on a line of its own"),
    (
        {"head": "law\n    apart: no card with TO or XX is a copy of another card with TO"},
        "join them by `and`",
    ),
    ({"head": "flag XX of hands"}, "`of a hand` or `of the table`"),
    ({"head": "missing at most many"}, "a name must be that of a `param`"),
    ({"head": "param gaps = 1\n  missing at most gap"}, "did you mean `gaps`?"),
    ({"step": "the frontmost card that could be a copy of v"}, "the names here are `w`"),
    ({"step": "the frontmost touched card that could be a copy of w"}, "a bridge step knows no clue"),
    ({"step": "the frontmost card as any value"}, "the words are `, as any playable value`"),
    ({"update": "x: after a clue, the frontmost touched card may be TO"}, "a card may be values"),
    ({"update": "x: after a clue, the frontmost touched card may be the next hand"}, "such as `playable`"),
    (
        {"update": "x: after a clue, the touched card may be a needed value, missing values bridged"},
        "the words are `, its missing values bridged`",
    ),
    ({"update": "x: after a clue, excuse the next hand"}, "an excuse reads `excuse the player`"),
    ({"update": "x: after a strike, drop all readings"}, "say `drop every open reading`"),
    ({"update": "drop-all: after a strike, drop"}, "or `drop the readings of the … card`"),
    ({"update": "x: after a discard, drop the readings of the discarded card"}, "in no hand"),
    ({"update": "x: after a play, the played card gains TO"}, "name cards that are held"),
    ({"update": "x: after a clue, every card with EM gains TO"}, "the hand of c has EM"),
    (
        {"update": "x: after a clue, every touched card gains TO, if some hand is awaited"},
        "`awaited` is said of cards, not of a hand",
    ),
    ({"update": "x: after a clue, every card c such that (the clue asks c) gains TO"}, "no update rule"),
    ({"update": "x: after a clue, every card c such that (d has TO) gains TO"}, "names here are `c`"),
]


@pytest.mark.parametrize(("changes", "said"), REFUSED, ids=[said for _, said in REFUSED])
def test_what_means_nothing_is_refused(changes: dict[str, str], said: str) -> None:
    text = TEXT.format(**{"head": HEAD, "step": STEP, "update": UPDATE} | changes)
    checked = check_source(Source("house", text))
    assert checked.convention is None
    assert any(said in problem.message for problem in checked.problems), checked.problems


@pytest.mark.parametrize(
    "update",
    [
        "drop-old: after a clue, every touched card gainz TO",
        "excuse-me, befor x: after a clue, every touched card gains TO",
        "missing-values: after a clue, every touched card gainz TO",
        "x: after a discard, drop the readings of every card with TO thatt is clued",
        "x: after a strike, drop every open reading twice",
    ],
)
def test_what_a_phrase_reads_like_is_told_only_where_the_mistake_is_in_it(update: str) -> None:
    checked = check_source(Source("house", TEXT.format(head=HEAD, step=STEP, update=update)))
    (told, *_) = checked.problems
    assert "unexpected" in told.message
    assert not any(words in told.message for words in ("say `drop", "an excuse", "the words are"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TEXT.replace("  bridge\n    finesse: {step}\n", ""), "no `bridge` section says who may hold"),
        (TEXT.replace("  {head}\n", ""), "no value may be missing; add `missing at most 1`"),
        (
            TEXT.replace("{update}", "touch: after a clue, every touched card gains TO"),
            "is never used: no rule",
        ),
    ],
)
def test_a_bridge_of_which_nothing_can_come_is_warned_of(text: str, said: str) -> None:
    checked = check_source(Source("house", text.format(head=HEAD, step=STEP, update=UPDATE)))
    assert checked.convention is not None, checked.problems
    assert any(said in warning.message for warning in checked.warnings), checked.warnings


def test_the_printed_file_means_the_same() -> None:
    convention = convention_from(TEXT.format(head=HEAD, step=STEP, update=UPDATE))
    assert convention_from(convention.text).identity == convention.identity
    other = convention_from(TEXT.format(head="missing at most 2", step=STEP, update=UPDATE))
    assert other.identity != convention.identity


@pytest.mark.parametrize(
    "step",
    [
        "every card without TO that could be a copy of w",
        f"{STEP}\n    bluff: the frontmost card as any playable value",
    ],
    ids=["every", "bluff"],
)
def test_steps_that_offer_every_card_or_any_value_are_printed_and_named_apart(step: str) -> None:
    convention = convention_from(TEXT.format(head=HEAD, step=step, update=UPDATE))
    assert convention_from(convention.text).identity == convention.identity
    plain = convention_from(TEXT.format(head=HEAD, step=STEP, update=UPDATE))
    assert convention.identity != plain.identity


@pytest.mark.parametrize(
    ("name", "identity"), [("minimal", "557c9aea4a08"), ("circle", "32f748ff7f44")], ids=str
)
def test_files_without_open_readings_keep_their_identities(name: str, identity: str) -> None:
    assert load_convention(name).identity.startswith(identity)


def context(*questions: OpenQuestion) -> Context:
    public: PublicState = public_state_after_deal(Terms(3))
    return Context(public, Memory((0,), questions=questions))


def test_of_too_many_alternatives_those_with_the_most_pairs_are_left_out_and_that_is_counted() -> None:
    found: list[Alternative] = [((4, value), (9, 0)) for value in range(1, MOST_ALTERNATIVES + 2)]
    memory = with_question(context(), found)
    assert (memory.questions, memory.full) == ((), 1)
    assert len(with_question(context(), found[1:]).questions) == 1
    longer: list[Alternative] = [((4, value), (9, 0), (8, 1)) for value in range(2, 12)]
    memory = with_question(context(), [*longer, *found[:9]])
    assert memory.questions[0].alternatives == tuple(found[:9])
    assert memory.full == 1


@pytest.mark.slow
def test_a_move_with_too_many_readings_says_so() -> None:
    game = played("h-group-2", 4, 5)
    reading = GameReading(promised_knowledge(game, load_convention("h-group-2")))
    full = [turn for turn in range(reading.last) if reading.meaning(turn).full]
    assert full, "choose another game"
    assert TOO_MANY in "\n".join(meaning_sentences(reading.meaning(full[0]), reading))
    assert meaning_json(reading.meaning(full[0]), reading)["full"] is True


def test_one_question_too_many_closes_the_oldest_with_what_it_says() -> None:
    open_questions = [
        OpenQuestion(0, turn, (((card, 1), (9, 0)), ((card, 2), (9, 0), (8, 1))))
        for turn, card in enumerate(range(MOST_QUESTIONS))
    ]
    memory = with_question(context(*open_questions), [((7, 1), (9, 0)), ((7, 6), (9, 5))])
    assert len(memory.questions) == MOST_QUESTIONS
    assert memory.questions[0] == open_questions[1]
    assert memory.promise(0, -1) == 0b110


def test_a_drop_removes_what_was_promised_too() -> None:
    memory = Memory((0,), promised=((4, 1),), questions=(OpenQuestion(0, 1, (((4, 1), (9, 0)),)),))
    dropped = memory.without_readings([4])
    assert (dropped.questions, dropped.promised) == ((), ())


def test_nothing_is_open_after_the_deal() -> None:
    core = load_convention("h-group-2").core
    assert Interpreter(core).start(public_state_after_deal(Terms(3))).questions == ()
