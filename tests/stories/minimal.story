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

story a giver who simulates the reading clues past a marked card
  by minimal focus=reading
  clues 7
  Alice holds y4 y3 g4 g4 p4
  Bob holds r3 b1(IP) r1 y4 g3
  Alice acts
  then Alice clues Bob 1, by point, Bob's r1 has IP

story the reading skips a marked card
  by minimal
  Alice holds y4 y3 g4 g4 p4
  Bob holds r3 b1(IP) r1 y4 g3
  Alice clues Bob 1
  then Bob's r1 has IP, Bob's b1 has IP, Bob's r3 has no IP

story play before everything else
  by minimal
  Alice holds y4 r1(IP) g4 b1(IP) p4
  Bob holds b1 r3 y2 y3 g3
  Alice acts
  then Alice plays r1, by play

story the first player in turn comes before the front of a hand
  by minimal
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 r4 y2 g1 g3
  Cathy holds b1 r3 y2 y3 p3
  Alice acts
  then Alice clues Bob green, by point, Bob's g1 has IP

story the lowest rank first, where the parameter says so
  by minimal order=rank
  stacks g1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 g2 y3 r4 g3
  Cathy holds b3 r3 y2 y3 b1
  Alice acts
  then Alice clues Cathy 1, by point, Cathy's b1 has IP

story by position, where it does not
  by minimal
  stacks g1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 g2 y3 r4 g3
  Cathy holds b3 r3 y2 y3 b1
  Alice acts
  then Alice clues Bob green, by point, Bob's g2 has IP

story discard the oldest card when there is nothing to clue
  by minimal
  clues 7
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 r4 y2 y3 g3
  Alice acts
  then Alice discards p4, by discard, nothing has IP

story stall with all tokens, and mark a card that is not playable
  by minimal
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 r4 y2 y3 g3
  Cathy holds r3 b4 y2 p3 r4
  Alice acts
  then Alice clues Cathy 4, by stall, Cathy's b4 has IP, Cathy's b4 is promised r1 y1 g1 b1 p1

story a flag stays when another card is played
  by minimal
  Alice holds r1(IP) y4 g4 g4 p4
  Bob holds r1(IP) r4 y2 y3 g3
  Alice plays r1
  then Bob's r1 has IP
