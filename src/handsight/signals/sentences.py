"""Signals in sentences for people: cards count from 1, card 1 is the newest."""

from collections.abc import Collection, Iterator

from handsight.signals.hint_table import HintTable, Signals
from handsight.signals.partition import Partition, Proof
from handsight.text.counting_from_one import counted, slot_number
from handsight.text.suggestions import listed

STATUS_WORDS = {"sure": "sure", "open": "open", "impossible": "no"}


def sentences(found: Signals) -> list[str]:
    """Return the table of a hand, what is sure, and the largest partition with its proof, as lines."""
    lines = [*table_lines(found), ""]
    for status, words in (("sure", "surely legal"), ("impossible", "surely not legal"), ("open", "open")):
        hints = found.hints("sure" if status == "sure" else "open" if status == "open" else "impossible")
        lines.append(f"{words}: {', '.join(hints) or 'none'}")
    lines += ["", *partition_sentences(found.best, found.table)]
    if found.joint is not None:
        lines.append(
            f"by each card alone (packing): {_size(found.packing)};"
            f" with the copies that are left (joint packing): {_size(found.joint)}"
        )
    if found.table.caveat:
        lines.append(found.table.caveat)
    return lines


def table_lines(found: Signals) -> Iterator[str]:
    """Yield the table of a hand: a row for each card, a column for each hint, 1 = publicly possible."""
    table = found.table
    names = [_place(at, len(table.rows)) for at in range(len(table.rows))]
    first = max(map(len, (*names, "hint")))
    widths = {hint: max(len(hint), 4) for hint in table.hints}
    yield "  ".join([" " * first, *(f"{hint:^{width}}" for hint, width in widths.items())]).rstrip()
    for name, row in zip(names, table.narrowed, strict=True):
        marks = (f"{'1' if row & table.hints[hint] else '.':^{width}}" for hint, width in widths.items())
        yield "  ".join([f"{name:<{first}}", *marks]).rstrip()
    words = (f"{STATUS_WORDS[found.status[hint]]:^{width}}" for hint, width in widths.items())
    yield "  ".join([f"{'hint':<{first}}", *words]).rstrip()


def _place(at: int, cards: int) -> str:
    name = "newest" if at == 0 else "oldest" if at == cards - 1 else ""
    return f"card {slot_number(at)}{f' ({name})' if name and cards > 1 else ''}"


def partition_sentences(found: Partition[str], table: HintTable) -> Iterator[str]:
    """Yield the blocks of a partition with their proofs, and why there cannot be more."""
    yield f"largest partition: {_size(found)}"
    for number, (block, proof) in enumerate(zip(found.blocks, found.proofs, strict=True), 1):
        yield f"  {number}. ({', '.join(in_order(block, table))}): {proof_sentence(proof, table)}"
    yield bound_sentence(found, table)


def _size(found: Partition[str]) -> str:
    if found.proved:
        return f"{counted(len(found), 'block')} (proved optimal)"
    return f"between {len(found)} and {found.most} blocks (the search ended after {found.steps:,} steps)"


def proof_sentence(proof: Proof[str], table: HintTable) -> str:
    """Say why a block is safe."""
    block = listed(in_order(proof.block, table), "or")
    if not proof.rows:
        return f"{block} is always legal"
    cards = listed([str(slot_number(row)) for row in proof.rows], "and")
    if len(proof.rows) == 1 and not proof.copies:
        return f"{block} touches card {cards}, whatever it is"
    if len(proof.rows) == 1:
        return f"{block} touches card {cards}"
    left = "none is" if not proof.copies else f"only {proof.copies} {'is' if proof.copies == 1 else 'are'}"
    return f"{block} touches one of cards {cards}: of the cards that would avoid it, {left} left"


def bound_sentence(found: Partition[str], table: HintTable) -> str:
    """Say why no partition has more blocks than the bound, and how it is known that none reaches it."""
    hand = " ".join(found.hand)
    hints = listed(in_order(found.hand_hints, table), "and") if found.hand_hints else ""
    if not found.bound:
        return f"bound 0: in the hand {hand} no hint is legal" if hand else "bound 0: the hand is empty"
    verb = "is" if found.bound == 1 else "are"
    why = f"bound {found.bound}: in the hand {hand} only {hints} {verb} legal, and every block needs one"
    if found.most < found.bound:
        why += f"; a search through all safe blocks rules out more than {found.most}"
    return why


def in_order(block: Collection[str], table: HintTable) -> list[str]:
    """Return the hints of a block in the order of the table."""
    return [hint for hint in table.hints if hint in block]
