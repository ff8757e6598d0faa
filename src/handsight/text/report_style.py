"""The styles that all reports share: pages of HTML that need nothing else, light and dark."""

REPORT_STYLE = """
:root { color-scheme: light dark; --ink: #222; --faint: #5f6368; --line: #ddd; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --faint: #a0a0a0; --line: #444; --bad: #ff8a80; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); max-width: 62rem; margin: 2rem auto; }
body { padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid var(--line); vertical-align: top; }
th:first-child, td:first-child, td.words, th.words { text-align: left; }
.wide { overflow-x: auto; }
.faint { color: var(--faint); }
svg { max-width: 100%; height: auto; }
"""
