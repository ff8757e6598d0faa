# Robots 1 to 4 of Fabrigoule and Guillot: at least one story for every rule.

story robot1: play what was clued as a 1, the leftmost first
  by robot1
  Alice holds r1(NU, 1) y4 g1(NU, 1) g4 p4
  Bob holds r3 b3 y3 g3 p3
  Alice acts
  then Alice plays g1, by one

story robot1: even where it may not be playable
  by robot1
  stacks g1
  Alice holds y4 y4 g1(NU, 1) g4 p4
  Bob holds r3 b3 y3 g3 p3
  Alice acts
  then Alice plays g1, by one

story robot1: but not when no stack needs a 1
  by robot1
  stacks r1 y1 g1 b1 p1
  clues 3
  Alice holds y4 y4 g1(NU, 1) g4 p4
  Bob holds r3 b3 y3 g3 p3
  Alice acts
  then Alice discards p4, by discard

story robot1: clue a playable 1
  by robot1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r5 b3 y1 g3 p3
  Alice acts
  then Alice clues Bob 1, by show, Bob's y1 has NU

story robot1: clue a 5
  by robot1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 b3 y3 g5 p3
  Alice acts
  then Alice clues Bob 5, by show

story robot1: discard the oldest card without a clue
  by robot1
  clues 3
  Alice holds y4 y4 g4 b4 p4(purple)
  Bob holds r3 b3 y3 g3 p3
  Alice acts
  then Alice discards b4, by discard

story robot1: if all cards are clued, discard the oldest
  by robot1
  clues 3
  Alice holds y4(4) y4(4) g4(4) g4(4) p4(4)
  Bob holds r3 b3 y3 g3 p3
  Alice acts
  then Alice discards p4, by oldest

story robot1: with all tokens left, a number clue that makes nobody play
  by robot1
  stacks r1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 b3 y3 g3 p3
  Alice acts
  then Alice clues Bob 3, by pass

story robot1: and if only clues of 1s are possible, try a card
  by robot1
  stacks r1 y1 g1 b1 p1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 b1 y1 g1 p1
  Alice acts
  then Alice plays p4, by last

story robot2: a colour means the newest card it touches
  by robot2
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 b3 r3 g3 p3
  Alice clues Bob red
  then Bob's r1 has RD, Bob's r3 has no RD, Bob's r1 has PL, Bob's p3 has DI

story robot2: a 1 does too
  by robot2
  stacks y1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 b1 r3 g3 p3
  Alice clues Bob 1
  then Bob's r1 has RD, Bob's b1 has no RD

story robot2: another number means no play
  by robot2
  stacks r2
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b1 y3 g3 p3
  Alice clues Bob 3
  then nothing has RD, Bob's b1 has DI

story robot2: a card that was clued before is not meant again
  by robot2
  stacks r1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r4(CO, red) b3 r2 g3 p3
  Alice clues Bob red
  then Bob's r2 has RD, Bob's r4 has no RD

story robot2: what all players can tell is sure
  by robot2
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1(RD, CO, red) b1(NU, 1) y3 g3 p3
  Alice clues Bob 3
  then Bob's b1 has SU, Bob's b1 has PL

story robot2: until a card is played that it may be a copy of
  by robot2
  Alice holds y1(RD, CO, yellow) y4 g4 g4 p4
  Bob holds r3 b1(SU, NU, 1) y3 g3 p3
  Alice plays y1
  then Bob's b1 has no SU, Bob's b1 has no PL

story robot2: a card that can no longer be playable loses its flag
  by robot2
  stacks r1
  Alice holds r2(RD, CO, red) y3 g4 g4 p4
  Bob holds r2(RD, CO, NU, red, 2) b3 y3 g3 p3
  Alice plays r2
  then Bob's r2 has no RD, Bob's r2 has DI

story robot2: the partner is rescued by a card to play
  by robot2
  Alice holds r1(RD, CO, red) y4 g4 g4 p4
  Bob holds y1 b3 p3 g3 r5
  Alice acts
  then Alice clues Bob yellow, by rescue, Bob's y1 has PL

story robot2: or warned, without one
  by robot2
  Alice holds r1(RD, CO, red) y4 g4 g4 p4
  Bob holds y3 b3 p3 g3 r5
  Alice acts
  then Alice clues Bob 5, by warn, Bob's g3 has DI, Bob's r5 has no PL

story robot2: or kept from a card that is no longer playable
  by robot2
  stacks r1
  Alice holds r1(RD, NU, 1) y4 g4 g4 p4
  Bob holds r1(RD, NU, 1) b3 p3 g3 y4
  Alice acts
  then Alice clues Bob red, by warn, Bob's r1 has no RD

story robot2: play what is certainly playable
  by robot2
  Alice holds r1(RD, CO, red) b1(CO, NU, blue, 1) g4 g4 p4
  Bob holds y3 b3 p3 g3 y4
  Alice acts
  then Alice plays b1, by sure

story robot2: play what a clue meant
  by robot2
  Alice holds y4 r1(RD, CO, red) g4 g4 p4
  Bob holds y3 b3 p3 g3 y4
  Alice acts
  then Alice plays r1, by meant

story robot2: point at a playable card, the oldest first
  by robot2
  Alice holds y4 y4 g4 g4 p4
  Bob holds b1 r3 g1 y3 p3
  Alice acts
  then Alice clues Bob green, by point, Bob's g1 has RD

story robot2: but not where a newer card would be taken for it
  by robot2
  stacks b1
  Alice holds y4 y4 g4 g4 p4
  Bob holds b3 r3 b2 y3 p3
  Alice acts
  then by useless

story robot2: clue a 5
  by robot2
  clues 3
  Alice holds y4 y4 g4 g4 p4
  Bob holds b3 r3 b5 y3 p3
  Alice acts
  then Alice clues Bob 5, by five, nothing has RD

story robot2: discard the oldest card
  by robot2
  clues 3
  Alice holds y4 y4 g4 g4 p4
  Bob holds b3 r3 b4 y3 p3
  Alice acts
  then Alice discards p4, by discard

story robot2: but trash comes first
  by robot2
  clues 3
  stacks g5
  Alice holds y4 y4 g4(CO, green) r4 p4
  Bob holds b3 r3 b4 y3 p3
  Alice acts
  then Alice discards g4, by trash

story robot2: if all cards are clued, discard the oldest
  by robot2
  clues 3
  Alice holds y4(CO, yellow) y4(CO, yellow) g4(CO, green) g4(CO, green) p4(CO, purple)
  Bob holds b3 r3 b4 y3 p3
  Alice acts
  then Alice discards p4, by full

story robot2: with all tokens left, clue trash cards
  by robot2
  stacks g2 b2
  Alice holds y4 y4 g4 g4 p4
  Bob holds b4 r3 b2 g2 p3
  Alice acts
  then Alice clues Bob 2, by useless, nothing has PL

story robot2: and if every clue does harm, play the card that is most likely playable
  by robot2
  discarded r2 r3 r4
  Alice holds y4 y4 g4(CO, green) r4 p4
  Bob holds r2 r3 b4 r5 y5
  discarded b4
  Alice acts
  then Alice plays y4, by last

story robot2: or give one, after a strike
  by robot2
  discarded r2 r3 r4
  strikes 1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r2 r3 r4 r5 y5
  Alice acts
  then by pass

story robot3: any number means a play
  by robot3
  stacks r2
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b1 y3 g3 p3
  Alice clues Bob 3
  then Bob's r3 has RD, Bob's y3 has BM, Bob's g3 has BM

story robot3: but for a 5
  by robot3
  stacks r4
  Alice holds y4 y4 g4 g4 p4
  Bob holds r5 b5 y3 g3 p3
  Alice clues Bob 5
  then nothing has RD, nothing has BM

story robot3: a number clue on a card that cannot be playable is a warning
  by robot3
  Alice holds y4 y4 g4 g4 p4
  Bob holds r2 b4 y3 g3 p3
  Alice clues Bob 4
  then nothing has BM, Bob's y3 has KP, Bob's p3 has KP, Bob's r2 has no KP, Bob's r2 has DI

story robot3: and so is a clue of fives
  by robot3
  Alice holds y4 y4 g4 g4 p4
  Bob holds r2 b5 y3 g3 p3
  Alice clues Bob 5
  then Bob's p3 has KP, Bob's r2 has DI

story robot3: if all cards are kept, the oldest is discarded
  by robot3
  clues 3
  Alice holds y4 y4 g4 g4 p4
  Bob holds r5 b4 y3 g3 p3
  Alice clues Bob 5
  then Bob's b4 has KP, Bob's p3 has DI

story robot3: point with the fewest bombs
  by robot3
  stacks r2
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b1 y3 g3 p4
  Alice acts
  then Alice clues Bob red, by point, Bob's r3 has RD, nothing has BM

story robot3: a card that both kinds of clues have touched is no longer a bomb
  by robot3
  Alice holds y4 y4 g4 g4 p4
  Bob holds b1 b3(BM, CO, blue) y3 g3 p3
  Alice clues Bob 3
  then Bob's b3 has no BM

story robot3: save a bomb that is not playable
  by robot3
  clues 3
  Alice holds y4 y4 g4 g4 p4
  Bob holds b1(RD, NU, 1) b3(BM, CO, blue) y3 g3 p3
  Alice acts
  then Alice clues Bob 3, by save, Bob's b3 has no BM

story robot3: play a bomb when nothing better is left
  by robot3
  clues 3
  Alice holds y4 y4 g1(BM, CO, green) g4 p4
  Bob holds r3 b3 y3 g3 p3
  Alice acts
  then Alice plays g1, by bomb

story robot3: but not for the last strike
  by robot3
  clues 3
  strikes 2
  Alice holds y4 y4 g1(BM, CO, green) g4 p4
  Bob holds r3 b3 y3 g3 p3
  Alice acts
  then Alice discards p4, by discard

story robot4: fives do not warn
  by robot4
  Alice holds y4 y4 g4 g4 p4
  Bob holds r2 b5 y3 g3 p3
  Alice clues Bob 5
  then nothing has KP, Bob's p3 has DI

story robot4: other numbers do
  by robot4
  Alice holds y4 y4 g4 g4 p4
  Bob holds r2 b4 y3 g3 p3
  Alice clues Bob 4
  then Bob's p3 has KP, Bob's r2 has DI

story robot4: what was meant waits while the partner's next bomb is not playable
  by robot4
  clues 3
  Alice holds r1(RD, CO, red) y4 g4 g4 p4
  Bob holds b1(RD, NU, 1) b3(BM, CO, blue) y3 g3 p3
  Alice acts
  then Alice clues Bob 3, by save

story robot4: and while it may be a copy of a bomb
  by robot4
  clues 3
  Alice holds b1(RD, CO, blue) y4 g4 g4 p4
  Bob holds r4 b1(BM, CO, blue) y3 g3 p3
  Alice acts
  then Alice clues Bob 1, by point, Bob's b1 has RD

story robot4: but not without a token
  by robot4
  clues 0
  Alice holds r1(RD, CO, red) y4 g4 g4 p4
  Bob holds b1(RD, NU, 1) b3(BM, CO, blue) y3 g3 p3
  Alice acts
  then Alice plays r1, by meant

story robot4: a 5 is clued close to the next discard
  by robot4
  clues 3
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b3 y5 g3 p3
  Alice acts
  then Alice clues Bob 5, by five

story robot4: and not far from it
  by robot4
  clues 3
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b5 y3 g3 p3
  Alice acts
  then Alice discards p4, by discard
