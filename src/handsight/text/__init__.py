"""Reading and writing text for people.

`diagnostics` says what is wrong and where; `suggestions` says what was probably meant; `front_end` parses
every language of the package; `counting_from_one` is how people count turns and slots; `json_positions` reads
JSON that may hold anything, and knows where each value is.
"""
