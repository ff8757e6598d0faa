"""A game on the table for whoever opens the page."""

from handsight.errors import RequestError
from handsight.web.hanabi.new_table import Order, Place
from handsight.web.hanabi.tables import Hall

NOTE = "welcome"
PARTNER = "robot5"
ORDER = Order((Place("You"), Place(bot=PARTNER), Place(bot=PARTNER)))


def welcome(hall: Hall) -> str:
    """Return the address of a game that is under way: the one left standing, or else a new one."""
    kept = hall.store.note(NOTE)
    if kept is None or _ended(hall, kept.partition(" ")[0]):
        opened = hall.open(ORDER)
        kept = f"{opened.id} {opened.secrets[0]}"
        hall.store.keep(NOTE, kept)
    name, _, secret = kept.partition(" ")
    return f"#/table/{name}?seat={secret}"


def _ended(hall: Hall, name: str) -> bool:
    try:
        return hall.table(name).state.over
    except RequestError:
        return True
