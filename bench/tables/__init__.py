"""Tables of results that `handsight results` prints, and writes into the documentation."""
