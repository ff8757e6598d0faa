# The three examples of the Minimal Convention, with empty stacks, then a story for every other rule of `minimal`.

story clue the colour when nothing stands in front
  by minimal
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b1 r1 y2 g3
  Alice acts
  then Alice clues Bob blue, by point, Bob's b1 has IP, Bob's r1 has no IP
  then Bob's b1 is promised r1 y1 g1 b1 p1

story clue the rank when the colour would mark another
  by minimal
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 r1 b3 b4 y5
  Alice acts
  then Alice clues Bob 1, by point, Bob's r1 has IP, Bob's r3 has no IP

story a marked card in front blocks the author's clue
  by minimal
  clues 7
  Alice holds y4 y3 g4 g4 p4
  Bob holds r3 b1(IP) r1 y4 g3
  Alice acts
  then Alice discards p4, by discard

