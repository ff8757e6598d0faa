"""The documentation's tables of Hanabi."""

from handsight.lab.hanabi.doc_tables import bot_tables, convention_tables, published_tables
from handsight.lab.hanabi.doc_tables.best_known import best_known_table
from handsight.lab.hanabi.doc_tables.printed_table import printed
from handsight.lab.hanabi.doc_tables.winnable_tables import winnable

TABLES = {
    "best-conventions": convention_tables.best,
    "levels": convention_tables.levels,
    "techniques-worth": convention_tables.techniques_worth,
    "further-techniques": convention_tables.further_techniques,
    "saves": convention_tables.saves,
    "saves-worth": convention_tables.saves_worth,
    "ideas-worth": convention_tables.ideas_worth,
    "summary": bot_tables.summary,
    "bots": bot_tables.bots,
    "hat": bot_tables.hat,
    "pairs": bot_tables.pairs,
    "robots": bot_tables.robots,
    "printed": printed,
    "minimal-histogram": published_tables.minimal_histogram,
    "minimal-readings": published_tables.minimal_readings,
    "document-figures": published_tables.document_figures,
    "crossplay": bot_tables.crossplay,
    "strangers": bot_tables.strangers,
    "best-known": best_known_table,
    "winnable": winnable,
}
