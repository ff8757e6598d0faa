"""Signals as JSON values; rows are indices from 0, 0 = the newest card."""

from typing import Any

from handsight.signals.hint_table import BlockVerdict, HintTable, Signals
from handsight.signals.partition import Partition, Proof
from handsight.signals.sentences import bound_sentence, in_order, proof_sentence

Row = dict[str, Any]


def signals_json(found: Signals) -> Row:
    """Return everything about the hints for a hand."""
    table = found.table
    touched = table.hints
    best = found.joint or found.packing
    return {
        "hints": list(touched),
        "blocks": [in_order(block, table) for block in best.blocks],
        "bound": best.most,
        "exact": best.proved,
        "surely_possible": [hint for hint, status in found.status.items() if status == "sure"],
        "impossible": [hint for hint, status in found.status.items() if status == "impossible"],
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
    """Return a partition with its proofs and its bound."""
    return {
        "size": len(found),
        "most": found.most,
        "proved": found.proved,
        "blocks": [in_order(block, table) for block in found.blocks],
        "proofs": [proof_json(proof, table) for proof in found.proofs],
        "bound": found.bound,
        "bound_proved": found.bound_proved,
        "bound_hand": list(found.hand),
        "bound_hints": in_order(found.hand_hints, table),
        "bound_sentence": bound_sentence(found, table),
        "steps": found.steps,
    }


def proof_json(proof: Proof[str], table: HintTable) -> Row:
    """Return why a block is safe."""
    return {
        "block": in_order(proof.block, table),
        "rows": list(proof.rows),
        "copies": proof.copies,
        "sentence": proof_sentence(proof, table),
    }


def verdict_json(verdict: BlockVerdict, table: HintTable) -> Row:
    """Return whether a block is safe, and why or why not."""
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
