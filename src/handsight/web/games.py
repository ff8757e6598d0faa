"""The games on the page. A new game is one more `GamePage` here; see docs/adding-a-game.md."""

from handsight.web.boeren.page import BOEREN
from handsight.web.hanabi.page import HANABI
from handsight.web.server.game_page import GamePage

GAMES: dict[str, GamePage] = {page.name: page for page in (HANABI, BOEREN)}
