"""What a search found, in a sentence."""

from handsight.hanabi import Clue, Terms
from handsight.hanabi.compiled import terms_layout as tm
from handsight.notation.hanabi.table_text import clue_in_words
from handsight.search.blueprint import Blueprint
from handsight.search.race import Verdict
from handsight.text.counting_from_one import counted, slot_number


def why(verdict: Verdict, blueprint: Blueprint, doubts: int, *, forgiving: bool = False) -> str:
    """Say what the action is worth, what the blueprint would do, and on how many deals that was tried.

    Args:
        verdict: What was found.
        blueprint: What everybody is taken to play.
        doubts: How many actions of partners nothing explains.
        forgiving: Whether such actions count all the same, as no action proves anything.
    """
    name, chosen = f"`{blueprint.name}`", in_words(verdict.action, blueprint)
    if not verdict.tried:
        said = [f"{chosen}, as {name} would: there is nothing else to try"]
    elif verdict.action == verdict.blueprint:
        others = [tried for tried in verdict.tried if tried.action != verdict.action]
        said = [f"{chosen}, as {name} would: {verdict.value(verdict.action):.1f}"]
        if others:
            value = verdict.value(verdict.action)
            unsure = ", not surely better" if value is not None and others[0].mean > value else ""
            said.append(f"next best, {in_words(others[0].action, blueprint)}: {others[0].mean:.1f}{unsure}")
    else:
        theirs = in_words(verdict.blueprint, blueprint)
        said = [
            f"{chosen}: {verdict.value(verdict.action):.1f}",
            f"{name} would {theirs}: {verdict.value(verdict.blueprint):.1f}",
        ]
    if verdict.deals:
        every = "all that are possible, " if verdict.all_deals else ""
        said.append(f"{every}{counted(verdict.deals, 'deal')}")
    if doubts:
        did = "did not fit" if doubts > 1 else "does not fit"
        then = "whatever I hold" if forgiving else "so I read nothing into that"
        said.append(f"{counted(doubts, 'action')} of my partners {did} {name}, {then}")
    return "; ".join(said)


def in_words(action: int, blueprint: Blueprint) -> str:
    """Say an action as its player would: "play slot 1", "clue red", "clue 2 to the next player"."""
    packed_terms, terms = blueprint.packed_terms, blueprint.terms
    argument = int(packed_terms[tm.ACTION_ARGUMENT + action])
    if away := int(packed_terms[tm.ACTION_DISTANCE + action]):
        return f"clue {_clue(terms, terms.variant.clues()[argument])}{_to(terms, away)}"
    what = "the last card" if argument == terms.hand_size else f"slot {slot_number(argument)}"
    return f"{'discard' if action >= packed_terms[tm.SLOTS] else 'play'} {what}"


def _clue(terms: Terms, clue: Clue) -> str:
    return clue_in_words(terms.variant, clue)


def _to(terms: Terms, away: int) -> str:
    """Name the seat that hears a clue, where there is more than one."""
    if terms.players == 2:
        return ""
    return " to the next player" if away == 1 else f" to the player {away} seats on"
