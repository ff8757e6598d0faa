"""What hints for a hand can surely say: which are legal, which blocks are safe, and the largest partition.

Answers are written as sentences (card 1 is the newest) and as JSON (slot 0 is the newest).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from handsight.errors import InputError
from handsight.signals.hint_partition import Partition, Proof
from handsight.signals.hint_table import HintTable
from handsight.signals.partition_search import STEPS
from handsight.text.counting_from_one import counted, slot_number
from handsight.text.suggestions import listed, quote

Status = Literal["sure", "open", "impossible"]
STATUS_WORDS: dict[Status, tuple[str, str]] = {
    "sure": ("sure", "surely legal"),
    "impossible": ("no", "surely not legal"),
    "open": ("open", "open"),
}
"""For each status the word in the table, and the words in a sentence."""


@dataclass(frozen=True)
class BlockVerdict:
    """Whether a block of hints is safe: a proof of it, or a hand in which none of its hints is legal."""

    block: frozenset[str]
    proof: Proof[str] | None
    hand: tuple[str, ...] | None

    @property
    def safe(self) -> bool:
        """Whether every hand that the table allows makes a hint of the block legal."""
        return self.proof is not None


@dataclass(frozen=True)
class Signals:
    """What hints for a hand can surely say."""

    table: HintTable
    status: Mapping[str, Status]
    """For each hint, whether it is surely legal, surely not, or open."""
    packing: Partition[str]
    """The largest partition found if each card is looked at alone, without counting copies."""
    joint: Partition[str] | None
    """The largest partition found if the copies that are left are counted; None where they are unknown."""

    @property
    def best(self) -> Partition[str]:
        """The largest partition found: `joint` if copies are counted, else `packing`."""
        return self.packing if self.joint is None else self.joint

    def hints(self, status: Status) -> tuple[str, ...]:
        """Return the hints with this status."""
        return tuple(hint for hint, found in self.status.items() if found == status)


def study(table: HintTable, *, steps: int = STEPS) -> Signals:
    """Return which hints are surely legal, and the largest partitions that were found.

    *steps* is how long to search for each partition (see `partition`).

    Raises:
        InputError: no hand fits the table.
    """
    alone = table.problem(joint=False)
    counted = None if table.copies is None else table.problem(joint=True)
    surest = counted or alone

    def status(hint: str, touched: Collection[str]) -> Status:
        if surest.hand([hint]) is None:
            return "sure"
        return "open" if any(row & frozenset(touched) for row in table.narrowed) else "impossible"

    return Signals(
        table,
        {hint: status(hint, touched) for hint, touched in table.hints.items()},
        alone.partition(steps),
        None if counted is None else counted.partition(steps),
    )


def check_blocks(table: HintTable, blocks: Iterable[Collection[str]]) -> list[BlockVerdict]:
    """Return for each block of a proposed partition whether it is safe, and why or why not.

    Raises:
        InputError: a block has no hints, a hint does not exist or is in two blocks, or no hand fits.
    """
    chosen = [frozenset(block) for block in blocks]
    home: dict[str, int] = {}
    for number, block in enumerate(chosen, 1):
        if not block:
            raise InputError(f"block {number} has no hints; put one in it, or leave it out")
        for hint in sorted(block):
            if hint not in table.hints:
                known = ", ".join(table.hints)
                raise InputError(f"block {number} has {quote(hint)}, which is no hint; the hints are {known}")
            if hint in home:
                raise InputError(
                    f"{quote(hint)} is in block {home[hint]} and in block {number}; leave it in one"
                )
            home[hint] = number
    problem = table.problem(joint=table.copies is not None)
    return [BlockVerdict(block, problem.proof(block), problem.hand(block)) for block in chosen]


def sentences(found: Signals) -> list[str]:
    """Return the table of a hand, what is sure, and the largest partition with its proof, as lines."""
    lines = [*table_lines(found), ""]
    for status, (_, words) in STATUS_WORDS.items():
        lines.append(f"{words}: {', '.join(found.hints(status)) or 'none'}")
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
    words = (f"{STATUS_WORDS[found.status[hint]][0]:^{width}}" for hint, width in widths.items())
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
    """Return a sentence that says why a block is safe."""
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
    """Return why no partition has more blocks than the bound, or than a search has left possible."""
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


Row = dict[str, Any]
"""A JSON object; slots are numbers from 0, 0 = the newest card."""


def signals_json(found: Signals) -> Row:
    """Return everything about the hints for a hand as JSON data."""
    table = found.table
    touched = table.hints
    best = found.best
    return {
        "hints": list(touched),
        "blocks": [in_order(block, table) for block in best.blocks],
        "bound": best.most,
        "exact": best.proved,
        "surely_possible": list(found.hints("sure")),
        "impossible": list(found.hints("impossible")),
        "proofs": [proof_sentence(proof, table) for proof in best.proofs] + [bound_sentence(best, table)],
        "cards": [
            {
                "slot": slot,
                "possible": [face for face in faces_in_order(table) if face in row],
                "hints": [hint for hint in touched if row & touched[hint]],
            }
            for slot, row in enumerate(table.narrowed)
        ],
        "status": dict(found.status),
        "colours": list(table.colours),
        "ranks": list(table.ranks),
        "copies": None if table.copies is None else dict(table.copies),
        "packing": partition_json(found.packing, table),
        "joint": None if found.joint is None else partition_json(found.joint, table),
        "caveat": table.caveat,
    }


def partition_json(found: Partition[str], table: HintTable) -> Row:
    """Return a partition with its proofs and its bound as JSON data."""
    return {
        "size": len(found),
        "most": found.most,
        "proved": found.proved,
        "blocks": [in_order(block, table) for block in found.blocks],
        "proofs": [proof_json(proof, table) for proof in found.proofs],
        "bound": found.bound,
        "bound_hand": list(found.hand),
        "bound_hints": in_order(found.hand_hints, table),
    }


def proof_json(proof: Proof[str], table: HintTable) -> Row:
    """Return the proof that a block is safe, as JSON data."""
    return {
        "block": in_order(proof.block, table),
        "rows": list(proof.rows),
        "copies": proof.copies,
        "sentence": proof_sentence(proof, table),
    }


def verdict_json(verdict: BlockVerdict, table: HintTable) -> Row:
    """Return as JSON data whether a block is safe, and why or why not."""
    proof = verdict.proof
    why = (
        proof_sentence(proof, table)
        if proof
        else f"in the hand {' '.join(verdict.hand or ())} none of its hints is legal"
    )
    return {
        "block": in_order(verdict.block, table),
        "safe": verdict.safe,
        "sentence": why,
        "proof": None if proof is None else proof_json(proof, table),
        "hand": None if verdict.hand is None else list(verdict.hand),
    }


def faces_in_order(table: HintTable) -> list[str]:
    """Return every card of the table, in the order of its copies, or else of its hints."""
    faces = dict.fromkeys(table.copies or ())
    faces |= dict.fromkeys(face for hint in table.hints.values() for face in sorted(hint))
    faces |= dict.fromkeys(face for row in table.rows for face in sorted(row))
    return list(faces)
