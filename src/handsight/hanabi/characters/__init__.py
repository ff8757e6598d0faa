"""The characters of hanab.live: what each one changes in the rules."""
