"""Reading and writing text for people.

`diagnostics` says what is wrong and where; `suggestions` says what was probably meant; `front_end` parses
every language of the package; `counting` is how people count turns and slots; `json_positions` and
`json_value` find positions in JSON.
"""
