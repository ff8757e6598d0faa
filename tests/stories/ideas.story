# One story or more for every idea that ships.

story no-duplicates: a copy of a card that is pointed at is passed over
  by no-duplicates
  clues 5
  Alice holds y4 y4 g4 g4 p4
  Bob holds b1 r3 y3 g3 p3
  Cathy holds b1(IP) r3 y3 g3 p3
  Alice acts
  then Alice discards p4, by discard

story no-duplicates: without it the copy is clued
  by minimal
  clues 5
  Alice holds y4 y4 g4 g4 p4
  Bob holds b1 r3 y3 g3 p3
  Cathy holds b1(IP) r3 y3 g3 p3
  Alice acts
  then Alice clues Bob blue, by point

story good-touch: a clue that touches trash is not given
  by good-touch
  stacks r1 y2
  clues 5
  Alice holds y4 y4 g4 g4 p4
  Bob holds r2 r3 r1 y2 p3
  Alice acts
  then Alice discards p4, by discard

story good-touch: a clue that touches only what is needed is
  by good-touch
  stacks r1
  clues 5
  Alice holds y4 y4 g4 g4 p4
  Bob holds r2 r3 y3 g3 p3
  Alice acts
  then Alice clues Bob red, by point

story good-touch: nor one that touches a copy of a clued card
  by good-touch
  stacks r1
  clues 5
  Alice holds y4 y4 g4 g4 p4
  Bob holds r2 r3 y3 p3 b2
  Cathy holds r3(3) y5 y3 b2(2) b4
  Alice acts
  then Alice discards p4, by discard

story chop: what is pointed at is not discarded
  by chop
  clues 5
  Alice holds y4 y3 g4 p2 p4(IP)
  Bob holds r3 r3 y3 p3 b3
  Alice discards p2
  then Alice's g4 has CH, Alice's p4 has no CH

story chop: the oldest card without a clue is discarded
  by chop
  clues 5
  Alice holds y4 y3 g4 p2(CM) p4(CM)
  Bob holds r3 r3 y3 p3 b3
  Alice acts
  then Alice discards g4, by discard

story five-save: a 5 clue on the chop saves it
  by five-save
  Alice holds y4 y3 g4 p2 p4
  Bob holds r3 r3 y5 p3 b5
  Alice acts
  then Alice clues Bob 5, by five, Bob's b5 has CM, Bob's y5 has no CM, nothing has IP

story five-save: a 5 clue past the chop is read as pointing
  by five-save
  Alice holds y4 y3 g4 p2 p4
  Bob holds r3 b5 y5 p3 p2
  Alice clues Bob 5
  then Bob's b5 has IP, Bob's p2 has CH, nothing has CM

story tempo: point in the hand with the fewest cards to play
  by tempo
  Alice holds y4 y2 g4 p2 p4
  Bob holds b1(IP) b4 y3 p3 r1
  Cathy holds r3 y3 p3 b3 y1
  Alice acts
  then Alice clues Cathy 1, by point, Cathy's y1 has IP

story tempo: without it the next player comes first
  by minimal
  Alice holds y4 y2 g4 p2 p4
  Bob holds b1(IP) p4 y3 p3 r1
  Cathy holds r3 y3 p3 b3 y1
  Alice acts
  then Alice clues Bob red, by point

story sense: a clue that cannot point points at nothing
  by sense
  Alice holds y4 y3 g4 p2 p4
  Bob holds r3 y5 y3 p3 b5
  Alice clues Bob 5
  then nothing has IP

story sense: it points past what cannot be playable
  by sense
  stacks r1
  Alice holds y4 y3 g4 p2 p4
  Bob holds r2(3) r2 y3 p3 b5
  Alice clues Bob red
  then Bob's slot 1 has no IP, Bob's slot 2 has IP

story quiet-stall: a clue that points at nothing comes before an untrue one
  by quiet-stall +sense
  Alice holds y4 y3 g4 p2 p4
  Bob holds r3 r4 y3 p3 b5
  Alice acts
  then Alice clues Bob 3, by quiet, nothing has IP

story burn-late: when no discard can be afforded, a clue is burned
  by burn-late +sense
  stacks r4 y4 g4 b3
  deck 8
  clues 3
  Alice holds b3 y2 b4 p5 p4
  Bob holds r3 r4 y3 p3 b5
  Alice acts
  then Alice clues Bob 3, by burn

story burn-late: before that, a discard is a discard
  by burn-late +sense
  clues 3
  Alice holds y3 y2 g3 p5 p4
  Bob holds r3 r4 y3 p3 b5
  Alice acts
  then Alice discards p4, by discard

story known-plays: play a card that you know is playable, pointed at or not
  by known-plays
  Alice holds y4 y3 b1(blue, 1) p2 p4
  Bob holds r3 r4 y3 p3 b5
  Alice acts
  then Alice plays b1, by known

story known-trash: discard known trash
  by known-trash
  stacks b2
  clues 4
  Alice holds y4 y3 b1(blue, 1) p2 p4
  Bob holds r3 r4 y3 p3 b5
  Alice acts
  then Alice discards b1, by tidy

story trust: a promise and a clue make sure
  by trust
  Alice holds y4 y3 g1(green, 1) p2 p4
  Bob holds r3 r4 y3 p3 b5
  Alice acts
  then Alice plays g1, by trust

story forget: a card that can only be something already played loses IP
  by forget
  Alice holds b1(IP) y3 g4 p2 p4
  Bob holds b1(IP, blue, 1) r4 y3 p3 b5
  Alice plays b1
  then Bob's b1 has no IP

story forget: what may still be playable stays pointed at
  by forget
  Alice holds b1(IP) y3 g4 p2 p4
  Bob holds r1(IP, 1) r4 y3 p3 b5
  Alice plays b1
  then Bob's r1 has IP

story gamble: a card that is likely enough is played
  by gamble risk=0.5
  stacks r1 y1 g1 b1
  clues 4
  Alice holds y4 y3 g2(2) p2 p4
  Bob holds r3 r4 y3 p3 b5
  Alice acts
  then Alice plays g2, by gamble

story gamble: but not with two strikes
  by gamble risk=0.5
  stacks r1 y1 g1 b1
  clues 4
  strikes 2
  Alice holds y4 y3 g2(2) p2 p4
  Bob holds r3 r4 y3 p3 b5
  Alice acts
  then Alice discards p4, by discard

story careful-saves: point before saving
  by careful-saves
  discarded r2
  Alice holds y4 y4 g4 g4 p4
  Bob holds y3 b1 p3 g3 r2
  Alice acts
  then Alice clues Bob blue, by point

story careful-saves: a copy that is out of reach is not saved
  by careful-saves
  discarded r2 r2 r3
  clues 4
  Alice holds y4 y4 g4 g4 p4
  Bob holds y3 b3 p3 g3 r3
  Alice acts
  then Alice discards p4, by discard
