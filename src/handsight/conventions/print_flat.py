"""Print what a convention means: one file, every rule with who can foresee it."""

from handsight.conventions.checks.secrecy import transparent
from handsight.conventions.convention import Convention

FORESEEN = "everybody can foresee this"
UNFORESEEN = "needs the cards that the seat sees"


def shown(convention: Convention) -> str:
    """Return the flat file, with remarks; it can be read again and means the same."""
    lines = convention.text.split("\n")
    rules = dict(zip([rule.name for rule in convention.acts], convention.core.acts, strict=True))
    section, marked = "", list[str]()
    for line in lines:
        word = line.strip()
        if word in ("update", "act"):
            section = word
        name = word.partition(":")[0]
        if section == "act" and name in rules and line.startswith("    ") and line[4] != " ":
            origin = convention.flat.act_origins[name]
            remark = FORESEEN if transparent(rules[name]) else UNFORESEEN
            marked.append(f"    # {origin}: {remark}")
        marked.append(line)
    head = f"# {convention.name}, identity {convention.identity[:12]}"
    made = f"# made of {', '.join(convention.flat.uses)}" if len(convention.flat.uses) > 1 else ""
    return "\n".join([head, *([made] if made else []), "", *marked])
