# The H-Group levels: a story for every technique and every act rule, in our own words and positions.

story chop: the oldest card that nothing was said of is discarded next
  by h-group-1
  clues 3
  Alice holds y3 b4 g4 r5(5) p4
  Bob holds r3 b3 y4 g3 p3
  Alice acts
  then Alice discards p4, by discard, Alice's g4 has CH

story focus: of the newly touched cards the newest
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds b1 r3 b3 g3 p3
  Alice clues Bob blue
  then Bob's b1 has FO, Bob's b3 has no FO

story focus: but the chop comes before it
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds b3 r3 y3 g3 b1
  Alice clues Bob blue
  then Bob's b1 has FO, Bob's b3 has no FO

story focus: if no card is new, the newest touched one
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r4 b1(1) y1(1) g3 p3
  Alice clues Bob 1
  then Bob's b1 has FO

story play clue: the most cards that can be played come first
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds b1 r3 y3 g3 p3
  Cathy holds r1 y1 g3 p3 b4
  Alice acts
  then Alice clues Cathy 1, by point, Cathy's r1 has FO

story play clue: what was told is played
  by h-group-1
  Alice holds y4 r1(PL, red) g4 g4 p4
  Bob holds r4 b3 y3 g3 p3
  Alice acts
  then Alice plays r1, by told

story play clue: a card that is certain needs no telling
  by h-group-1
  Alice holds y4 r1(1, TO) g4 g4 p4
  Bob holds r4 b3 y3 g3 p3
  Alice acts
  then Alice plays r1, by play

story save clue: a 5 on the chop is saved by its number
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b3 y3 g3 p5
  Alice acts
  then Alice clues Bob 5, by rescue, Bob's p5 has KN, Bob's g3 has CH

story save clue: by number a 2 may be meant
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b3 y3 g3 p2
  Alice acts
  then Alice clues Bob 2, by save, Bob's p2 has KN

story good touch: a copy of a touched card is not touched
  by h-group-1
  clues 3
  Alice holds y4 y4 g4 g4 p4
  Bob holds b1 r3 y3 g3 p3
  Cathy holds r3 b1(TO, PL, 1, blue) g3 p4 b4
  Alice acts
  then Alice discards p4, by discard

story finesse: one card ahead, where the next player has the missing card as the newest
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 b3 y3 g3 p3
  Cathy holds y3 r2 g3 p4 b4
  Alice acts
  then Alice clues Cathy red, by bridge, Cathy's r2 has PL

story finesse: the newest card is played unseen
  by h-group-1
  Alice holds r1 y4 g4 g4 p4
  Bob holds y3 r2(PL, TO, red) g3 p3 b4
  Cathy holds b3 y3 g3 p3 y4
  Alice acts
  then Alice plays r1, by finessed

story useless cards are discarded before the chop
  by h-group-1
  stacks r1
  clues 3
  Alice holds y4 r1(1, red) g4 g4 p4
  Bob holds r4 b3 y3 g3 p3
  Alice acts
  then Alice discards r1, by tidy

story with everything touched, the card that is missed least is discarded
  by h-group-1
  stacks r1
  clues 0
  Alice holds y4(4) y5(5) g5(5) r3(3) p4(4)
  Bob holds r4 b3 y3 g3 p3
  Alice acts
  then Alice discards y4, by least

story late, no card is discarded that would cost a turn
  by h-group-1
  stacks r3 y3 g3 b3 p3
  deck 5
  clues 3
  Alice holds r1 y1 g1 b1 p1
  Bob holds r4(4, PL) y4(4, PL) g4(4, PL) b4(4, PL) p4(4, PL)
  Alice acts
  then Alice clues Bob red, by late

story with eight tokens and nothing to say, as little as possible is said
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r4 b1(PL, blue) y3 g3 p3
  Alice acts
  then Alice clues Bob blue, by quiet

story and where every clue would be a play clue, an untrue one is given
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r4 b3 y3 g3 p3
  Alice acts
  then Alice clues Bob red, by stall

story once the deck is empty, what may fit is played
  by h-group-1
  stacks r4 y5 g5 b5 p5
  deck 0
  clues 3
  Alice holds r5 y1 g1 b1 p1
  Bob holds r1 y1 g1 b1 p1
  Alice acts
  then Alice plays r5, by hope
