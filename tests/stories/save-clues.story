# Save clues as the Minimal Convention, version 1.1, describes them.

story save a critical four
  by save-clues
  stacks g2
  discarded g4
  Alice holds r2 y3 b3 p2 b2
  Bob holds r1 y2 b5 p4 g4(CH)
  Alice clues Bob 4
  then Bob's g4 has CM, Bob's g4 has no CH, Bob's p4 has CH, Bob's p4 has no CM, nothing has IP

story save the next player's chop before anything else
  by save-clues
  discarded r2
  Alice holds r1(IP) y4 g4 g4 p4
  Bob holds y3 b3 p3 g3 r2
  Alice acts
  then Alice clues Bob red, by save-next, Bob's r2 has CM, Bob's g3 has CH

story a next player with something to play is not saved first
  by save-clues
  discarded r2
  Alice holds r1(IP) y4 g4 g4 p4
  Bob holds y1(IP) b3 p3 g3 r2
  Alice acts
  then Alice plays r1, by play

story then the first player in turn whose chop is critical
  by save-clues
  discarded r2 y2
  Alice holds y4 y4 g4 g4 p4
  Bob holds y1(IP) b3 p3 g3 y3
  Cathy holds b4 p3 g3 b3 y2
  Alice acts
  then Alice clues Cathy yellow, by save, Cathy's y2 has CM, Cathy's b3 has CH

story a five is saved by its rank, never by its colour
  by save-clues
  Alice holds y4 y4 g4 g4 p4
  Bob holds y3 b3 p3 g3 y5
  Alice acts
  then Alice clues Bob 5, by save-next, Bob's y5 has CM, Bob's g3 has CH

story a colour that touches a five on chop is a play clue
  by save-clues
  Alice holds y4 r4 g4 g4 p4
  Bob holds y3 b3 p3 g3 y5
  Alice clues Bob yellow
  then nothing has CM, Bob's y3 has IP, Bob's y5 has CH

story a clue that touches the chop and could be critical is no play clue
  by save-clues
  discarded r1 r1
  clues 5
  Alice holds y4 r4 g4 g4 p4
  Bob holds y3 b1 p3 g3 y1
  Alice acts
  then Alice clues Bob blue, by point, Bob's b1 has IP, nothing has CM

story one card is saved even if several are touched
  by save-clues
  Alice holds y4 r4 g4 g4 p4
  Bob holds y3 b5 p3 g5 y5
  Alice clues Bob 5
  then Bob's y5 has CM, Bob's g5 has no CM, Bob's g5 has CH, nothing has IP

story the chop that is pointed at is chop no more
  by save-clues
  Alice holds y4 r4 g4 g4 p4
  Bob holds y3 b3 p3 g3 r1
  Alice clues Bob 1
  then Bob's r1 has IP, Bob's r1 has no CH, Bob's g3 has CH

story a saved card may be pointed at
  by save-clues
  stacks r4
  Alice holds y4 y4 g4 g4 p4
  Bob holds y3 b3 p3 g3 r5(CM)
  Alice acts
  then Alice clues Bob red, by point, Bob's r5 has IP, Bob's r5 has CM

story discard the chop, not a saved card
  by save-clues
  clues 0
  Alice holds y4 y4 b4 g4(CH) p4(CM)
  Bob holds y3 b3 p3 g3 r5(CM)
  Alice acts
  then Alice discards g4, by discard

story without a chop, clue the previous player
  by save-clues
  clues 3
  Alice holds y4(CM) y4(CM) g4(CM) g4(CM) p4(CM)
  Bob holds y3 b3 p3 g3 r2
  Cathy holds y3 b3 p3 g3 r2
  Alice acts
  then Alice clues Cathy 2, by stall, Cathy's r2 has IP

story without a chop or a token, play the oldest card
  by save-clues
  clues 0
  Alice holds y4(CM) y4(CM) g4(CM) g4(CM) r1(CM)
  Bob holds y3 b3 p3 g3 r2
  Alice acts
  then Alice plays r1, by last

story one copy gone is not critical as long as two are left
  by save-clues
  discarded r1
  clues 0
  Alice holds y4 y4 g4 g4 p4
  Bob holds y3 b3 p3 g3 r1
  Alice discards p4
  then Bob's r1 has CH, nothing has CM

story where one copy gone is critical, a rank that lost a copy saves
  by save-clues crit=one
  discarded r1
  Alice holds y4 y4 g4 g4 p4
  Bob holds y3 b3 p3 g3 r1
  Alice clues Bob 1
  then Bob's r1 has CM, nothing has IP

story the last copy of a card out of reach is still saved
  by save-clues
  discarded r2 r2 r3
  Alice holds y4 y4 g4 g4 p4
  Bob holds y3 b3 p3 g3 r3
  Alice clues Bob red
  then Bob's r3 has CM

story but not where only what is in reach is critical
  by save-clues crit=reachable
  discarded r2 r2 r3
  Alice holds y4 y4 g4 g4 p4
  Bob holds y3 b3 p3 g3 r3
  Alice clues Bob red
  then Bob's r3 has IP, nothing has CM

story saves below play clues
  by saves-below-point
  discarded r2
  Alice holds y4 y4 g4 g4 p4
  Bob holds y1(IP) b1 p3 g3 r2
  Alice acts
  then Alice clues Bob blue, by point

story but a next player with nothing to play is still saved first
  by saves-below-point
  discarded r2
  Alice holds y4 y4 g4 g4 p4
  Bob holds y3 b1 p3 g3 r2
  Alice acts
  then Alice clues Bob red, by save-next

story saves below discards
  by saves-below-discard
  discarded r2
  clues 3
  Alice holds y4 y4 g4 g4 p4
  Bob holds y3 b3 p3 g3 r2
  Alice acts
  then Alice discards p4, by discard

story no saves given, but what would be one is no play clue
  by save-clues -act:save -save-next
  discarded r1 r1
  clues 5
  Alice holds y4 r4 g4 g4 p4
  Bob holds y3 b3 p3 g3 y1
  Alice acts
  then Alice discards p4, by discard

story misread-saves: the giver saves, and everybody reads a play
  by misread-saves
  Alice holds y4 y4 g4 g4 p4
  Bob holds y3 b3 p3 g3 r5
  Alice acts
  then Alice clues Bob 5, by save-next, Bob's r5 has IP, nothing has CM

story misread-saves: for everybody
  by misread-saves
  Alice holds y4 y4 g4 g4 p4
  Bob holds y1(IP) b3 p3 g3 r4
  Cathy holds y3 b3 p3 b4 r5
  Alice acts
  then Alice clues Cathy 5, by save, Cathy's r5 has IP
