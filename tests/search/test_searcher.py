"""The searching bot at tables: the same moves again, honest, and at ease with partners who do otherwise."""

import pytest
from hanabi_honesty import choices
from plain_belief import plain_decision

from handsight import hanabi
from handsight.bots import BotSeat
from handsight.errors import BotError, InputError, UnknownNameError
from handsight.game import Dice, shuffled, stream
from handsight.hanabi import Action, Setup, State, Terms, deal, rule_set, tiny, variant, view
from handsight.hanabi import HanabiRecord as Game
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.roster.hanabi import find_bot
from handsight.search.action_values import ActionValue, Verdict
from handsight.search.search_settings import LONG, THREADS_VARIABLE, Budget
from handsight.search.searching_bots import Searcher, SearchSettings

SMALL = Terms(2, variant("3 Suits"), rule_set("stacks"))


def played(*bots: str, terms: Terms = SMALL, number: int = 0) -> Game:
    return HanabiPlan(bots, terms, 5).play_game(number)


def test_a_game_is_the_same_for_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(THREADS_VARIABLE, "1")
    alone = played("search(pair, 700)", "pair")
    monkeypatch.setenv(THREADS_VARIABLE, "2")
    assert played("search(pair, 700)", "pair").actions == alone.actions
    monkeypatch.setenv(THREADS_VARIABLE, "many")
    with pytest.raises(BotError, match="HANDSIGHT_THREADS is 'many'; it must be a number from 1 to 256"):
        played("search(pair, 700)", "pair")


@pytest.mark.slow
def test_verdicts_are_the_same_for_one_two_and_three_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    state = deal(Setup(Terms(3), shuffled(Terms(3).variant.deck(), Dice(3))))
    verdicts = list[Verdict]()
    for threads in "123":
        monkeypatch.setenv(THREADS_VARIABLE, threads)
        seat = Searcher(Terms(3), 0, Dice(8), find_bot("circle"), SearchSettings(Budget(3_000)))
        verdicts.append(seat.search(hanabi.view(state, 0)))
    assert verdicts[0].rollouts >= 1_000
    assert verdicts[0] == verdicts[1] == verdicts[2]


def test_dice_matter() -> None:
    state = deal(Setup(SMALL, shuffled(SMALL.variant.deck(), Dice(3))))
    found = [
        Searcher(SMALL, 0, Dice(throw), find_bot("pair")).search(hanabi.view(state, 0)).values
        for throw in (1, 1, 2)
    ]
    assert found[0] == found[1] != found[2]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "terms"),
    [
        pytest.param("search(pair, 60)", SMALL),
        pytest.param("search(hat, 60)", Terms(2), marks=pytest.mark.slow),
        pytest.param("search(hat, 60)", Terms(3), marks=pytest.mark.slow),
        pytest.param("search(circle, 20)", Terms(3, variant("Rainbow (6 Suits)")), marks=pytest.mark.slow),
        pytest.param("search(robot2, 60)", Terms(5, rules=rule_set("explorer")), marks=pytest.mark.slow),
        pytest.param("search(robot3, 40)", Terms(6), marks=pytest.mark.slow),
        pytest.param("search(random, 60)", SMALL),
        pytest.param("search(robot5, 30)", Terms(3, variant("3 Suits")), marks=pytest.mark.slow),
        pytest.param("endgame(pair)", SMALL),
        pytest.param("endgame(robot5)", Terms(3, rules=rule_set("stacks")), marks=pytest.mark.slow),
        pytest.param("search(pair, 60, endgame)", SMALL, marks=pytest.mark.slow),
        pytest.param("search(pair, 60, forgiving)", SMALL),
        pytest.param("search(circle, 20, forgiving)", Terms(3), marks=pytest.mark.slow),
        pytest.param("search(robot6, 40, forgiving)", SMALL, marks=pytest.mark.slow),
    ],
)
def test_a_searcher_does_not_feel_what_it_cannot_see(name: str, terms: Terms) -> None:
    for chosen, in_other_world in choices(find_bot(name), terms, 1):
        assert chosen == in_other_world


@pytest.mark.parametrize("partner", ["random", "careful", "robot3"])
def test_a_searcher_survives_partners_who_do_otherwise(partner: str) -> None:
    game = played("search(pair, 60)", partner)
    assert game.final.over


def test_it_says_that_it_reads_nothing_into_what_it_cannot_explain() -> None:
    plan = HanabiPlan(("search(pair, 60)", "random"), SMALL, 5)
    state, said = deal(plan.setup(0)), list[str]()
    seats = [plan.bot_seat(0, seat) for seat in range(2)]
    while not state.over:
        decision, after = seats[state.seat].play(state)
        if state.seat == 0:
            said.append(decision.explain())
        state = after
    assert any("of my partners" in reason and "so I read nothing into that" in reason for reason in said)
    assert all("`pair` would" in reason for reason in said)
    assert any(" deals" in reason for reason in said)


def test_a_forgiving_searcher_says_how_much_it_cannot_explain() -> None:
    plan = HanabiPlan(("search(pair, 60, forgiving)", "random"), SMALL, 5)
    state, said = deal(plan.setup(0)), list[str]()
    seats = [plan.bot_seat(0, seat) for seat in range(2)]
    while not state.over:
        decision, after = seats[state.seat].play(state)
        if state.seat == 0:
            said.append(decision.explain())
        state = after
    assert any("of my partners did not fit `pair`, whatever I hold" in reason for reason in said)
    assert not any("read nothing" in reason for reason in said)


def test_both_seats_play_the_same_game_again_for_any_number_of_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name, terms = "search(pair, 200, forgiving)", Terms(2, tiny(3, 3), rule_set("stacks"), hand_size=3)
    monkeypatch.setenv(THREADS_VARIABLE, "1")
    alone = played(name, name, terms=terms)
    monkeypatch.setenv(THREADS_VARIABLE, "2")
    assert played(name, name, terms=terms).actions == alone.actions


@pytest.mark.parametrize("way", ["endgame", "forgiving"])
def test_every_way_of_searching_survives_partners_who_do_otherwise(way: str) -> None:
    assert played(f"search(pair, 30, {way})", "random").final.over
    assert played("random", f"search(pair, 30, {way})").final.over


def test_a_long_race_ends_when_it_no_longer_matters_who_wins() -> None:
    terms = Terms(2, tiny(2, 3), rule_set("stacks"), hand_size=2)
    state = HanabiPlan(("pair", "pair"), terms, 3).play_game(0).states[-3]
    seat = Searcher(terms, state.seat, Dice(1), find_bot("pair"), SearchSettings(Budget(100_000)))
    verdict = seat.search(view(state, state.seat))
    assert len(verdict.values) > 1
    assert verdict.values[0].value == verdict.values[1].value
    assert verdict.deals == LONG


def as_pair(state: State) -> Action:
    return plain_decision("pair", view(state, state.seat))


def test_an_endgame_bot_plays_as_its_blueprint_until_few_cards_are_left() -> None:
    changed = 0
    for number in range(4):
        game = played("endgame(pair)", "pair", number=number)
        for turn, state in enumerate(game.states[:-1]):
            if as_pair(state) != game.actions[turn]:
                assert state.seat == 0
                assert state.deck_left <= 2
                changed += 1
    assert changed


def test_an_endgame_says_that_it_has_looked_at_every_deal() -> None:
    plan, said = HanabiPlan(("search(pair, 30, endgame)", "pair"), SMALL, 5), list[str]()
    state, seats = deal(plan.setup(0)), [plan.bot_seat(0, seat) for seat in range(2)]
    while not state.over:
        decision, after = seats[state.seat].play(state)
        if state.seat == 0:
            said.append(decision.explain())
        state = after
    assert any("all that are possible, " in reason for reason in said)


def test_taking_back_a_move_gives_the_same_move_again() -> None:
    terms = Terms(2, tiny(3, 3), hand_size=3)
    plan = HanabiPlan(("search(pair, 200)", "pair"), terms, 5)
    game = plan.play_game(2)
    for turn in range(0, len(game.actions), 2):
        seat = BotSeat(find_bot("search(pair, 200)"), hanabi, terms, 0, lambda: stream(5, 2, 0))
        assert seat.play(game.states[turn])[0].action == game.actions[turn]


@pytest.mark.slow
def test_search_is_better_than_its_blueprint() -> None:
    terms, games = Terms(2, tiny(4, 4), rule_set("stacks"), hand_size=4), range(12)
    search = HanabiPlan(("search(pair, 300)", "pair"), terms, 1)
    alone = HanabiPlan(("pair", "pair"), terms, 1)
    gains = [search.play_game(at).final.score - alone.play_game(at).final.score for at in games]
    assert sum(gains) > 0


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("search(pair)", "search(pair)"),
        ("search(pair, 500)", "search(pair)"),
        (" search( robot2 ,2_000 ) ".strip(), "search(robot2, 2000)"),
        ("search(pair, 2,000)", "search(pair, 2000)"),
        ("search(pair, 2k)", "search(pair, 2000)"),
        ("search(pair, endgame)", "search(pair, endgame)"),
        ("search(pair, 2k ,endgame)", "search(pair, 2000, endgame)"),
        ("search(circle, 500, forgiving)", "search(circle, forgiving)"),
        ("endgame(pair)", "endgame(pair)"),
        ("endgame( robot5 , 2)", "endgame(robot5)"),
        ("endgame(hat, 3)", "endgame(hat, 3)"),
    ],
)
def test_how_a_searcher_is_named(name: str, shown: str) -> None:
    spec = find_bot(name)
    assert spec.name == shown
    assert spec.honest


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("search(pear)", "no bot is called 'pear'; did you mean 'pair'"),
        ("search()", "no bot is called ''"),
        ("search(careful)", "careful has no compiled version, which search needs for its rollouts"),
        ("search(cheat)", "cheat is not honest"),
        ("search(search(pair))", r"search\(pair\) has no compiled version"),
        ("search(pair", "has no closing bracket"),
        ("search(pair, many)", "'many' is no number of rollouts; write"),
        ("search(pair, 0)", "0 rollouts are not possible"),
        ("search(pair, 99999999)", "99,999,999 rollouts are not possible; ask for 1 to 10,000,000"),
        ("search(pair, 2s)", "'2s' is no number of rollouts; write"),
        ("search", "no bot is called 'search'"),
        ("search(pair, 500, clever)", "'clever' is no number of rollouts; write"),
        (
            "search(pair, endgame, forgiving)",
            "endgame and forgiving exclude each other, since an endgame needs",
        ),
        ("search(pair, endgame, endgame)", "endgame is there twice"),
        ("endgame(pair", "has no closing bracket; write endgame"),
        ("endgame(pair, 9)", "'9' is no number of cards from 0 to 6; write endgame"),
        ("endgame(pair, many)", "'many' is no number of cards"),
        ("endgame(careful)", "careful has no compiled version"),
    ],
)
def test_a_wrong_name_says_what_is_wrong(name: str, says: str) -> None:
    with pytest.raises((InputError, UnknownNameError), match=says):
        find_bot(name)


def test_where_the_others_must_know_what_it_knows_some_blueprints_are_refused() -> None:
    with pytest.raises(InputError, match="cannot play with what hat remembers of the hands it sees"):
        HanabiPlan(("search(hat, forgiving)",) * 3, Terms(3)).check()
    with pytest.raises(InputError, match="cannot play with dice that its blueprint throws"):
        HanabiPlan(("endgame(random)",) * 2, Terms(2)).check()
    assert find_bot("search(pair, forgiving)").players == ()


def test_a_table_that_hides_what_is_done_is_refused() -> None:
    hole = Terms(2, variant("Throw It in a Hole (5 Suits)"))
    with pytest.raises(InputError, match=r"search\(pair\) cannot play with stacks that Throw It in a Hole"):
        HanabiPlan(("search(pair)", "careful"), hole).check()
    with pytest.raises(InputError, match=r"search\(hat\) cannot play with the clues of this variant"):
        HanabiPlan(("search(hat)", "hat"), Terms(2, variant("Rainbow (6 Suits)"))).check()


def test_a_greater_value_that_is_not_sure_is_called_so() -> None:
    pair = Searcher(SMALL, 0, Dice(1), find_bot("pair"))
    values = ActionValue(0, 34, 4.5, 0.1), ActionValue(1, 34, 4.0, 0.1, 0.5, 0.5)
    said = pair.why(Verdict(1, 1, values, 34, 68), 0)
    assert "4.0; next best, " in said
    assert ": 4.5, not surely better; 34 deals" in said
    assert "surely" not in pair.why(Verdict(0, 0, values, 34, 68), 0)
