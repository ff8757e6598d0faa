"""Reading and writing text for people.

`positions` and `diagnostics` say what is wrong and where; `suggestions` says what was probably meant;
`counting` is how people count turns and slots; `json_positions` and `json_value` find positions in JSON.
"""
