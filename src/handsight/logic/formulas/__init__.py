"""Formulas of epistemic logic: values, parsing, printing."""
