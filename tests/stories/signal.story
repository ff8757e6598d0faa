# The ideas that build on `signal`: at least one story for every rule.

story signal: the most informative clue comes first
  by signal
  Alice holds y4 y4 g4 g4 p4
  Bob holds b1 r3 y3 g3 p3
  Cathy holds r1 y1 g3 p3 b4
  Alice acts
  then Alice clues Cathy 1, by point, Cathy's r1 has IP

story signal: of two clues that point at the same card, the one that touches more
  by signal
  Alice holds y4 y4 g4 g4 p4
  Bob holds b1 r3 b3 b4 p3
  Alice acts
  then Alice clues Bob blue, by point, Bob's b1 has IP

story signal: a card that cannot be playable is not pointed at
  by signal
  Alice holds y4 y4 g4 g4 p4
  Bob holds r5 r1 y3 g3 p3
  Alice clues Bob 5
  then nothing has IP

story signal: play what is pointed at
  by signal
  Alice holds y4 r1(IP) g4 g4 p4
  Bob holds r5 b3 y3 g3 p3
  Alice acts
  then Alice plays r1, by play

story signal: but not a card that is hardly playable
  by signal reach=next
  discarded p1 p1
  clues 3
  Alice holds y4 p2(IP, purple) g4 g4 p4
  Bob holds p1(IP, purple, 1) b3 y3 g3 p3
  Alice acts
  then Alice discards p4, by discard

story signal: a card that can no longer be playable loses its flag
  by signal
  stacks r1
  Alice holds r2(IP, red) y3 g4 g4 p4
  Bob holds r2(IP, red, 2) b3 y3 g3 p3
  Alice plays r2
  then Bob's r2 has no IP

story signal: with nothing to say and nothing to discard, say nothing
  by signal
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b3 y3 g3 p3
  Alice acts
  then Alice clues Bob 3, by quiet, nothing has IP

story signal: and where every clue would point, point wrongly
  by signal
  stacks g1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r2 y2 b2 p2 y2
  Alice acts
  then by stall

story signal: rather touch trash than point wrongly
  by wanted
  stacks g2 b2 r2 y2
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 y1 b1 r2 y2
  Alice acts
  then Alice clues Bob 2, by waste, nothing has IP

story signal: rather point at a second copy than wrongly
  by wanted
  stacks g1
  Alice holds y4 y4 g4 g4 p4
  Bob holds g2(IP, 2) g2 r2 y2 b2
  Alice acts
  then by repeat

story wanted: a clued card is wanted, and off the chop
  by wanted
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b1 y3 g3 b3
  Alice clues Bob blue
  then Bob's b3 has CL, Bob's b3 has no CH, Bob's g3 has CH

story wanted: a clue that touches a second copy is not given
  by wanted
  clues 4
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 r3 y3 g3 p3
  Cathy holds r1(IP, 1) b3 y3 g3 p3
  Alice acts
  then Alice discards p4, by discard

story wanted: nor one that touches two copies
  by wanted
  clues 4
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 r1 y3 g3 p3
  Alice acts
  then Alice discards p4, by discard

story wanted: what is played elsewhere is wanted no more
  by wanted
  Alice holds r1(IP, 1) y4 g4 g4 p4
  Bob holds b1(1) b3 y3 g3 p3
  Alice plays r1
  then Bob's b1 is promised y1 g1 b1 p1 r2 r3 r4 r5 y2 y3 y4 y5 g2 g3 g4 g5 b2 b3 b4 b5 p2 p3 p4 p5

story wanted: nor what a discard has put out of reach
  by wanted
  discarded r2
  clues 4
  Alice holds y4 g4 g4 p4 r2
  Bob holds b1(1) b3 y3 g3 p3
  Alice discards r2
  then Bob's b1 is promised r1 y1 g1 b1 p1 y2 y3 y4 y5 g2 g3 g4 g5 b2 b3 b4 b5 p2 p3 p4 p5

story wanted: nor what a strike has
  by wanted
  discarded r2
  Alice holds r2 y4 g4 g4 p4
  Bob holds b1(1) b3 y3 g3 p3
  Alice plays r2
  then Bob's b1 is promised r1 y1 g1 b1 p1 y2 y3 y4 y5 g2 g3 g4 g5 b2 b3 b4 b5 p2 p3 p4 p5

story chop-focus: the chop comes before the front
  by chop-focus
  Alice holds y4 y4 g4 g4 p4
  Bob holds b3 y3 r3 g3 b1
  Alice clues Bob blue
  then Bob's b1 has IP, Bob's b3 has no IP

story chop-focus: unless it could not be playable
  by chop-focus
  stacks b1
  Alice holds y4 y4 g4 g4 p4
  Bob holds b2 y3 r3 g3 b4(4)
  Alice clues Bob blue
  then Bob's b2 has IP, Bob's b4 has no IP

story sure: what all players can tell to be playable is pointed at
  by sure
  Alice holds y4 y4 g4 g4 p4
  Bob holds b1 y1 r3 g3 p3
  Alice clues Bob 1
  then Bob's b1 has IP, Bob's y1 has IP

story critical-saves: save the next player's chop before playing
  by critical-saves
  Alice holds r1(IP) y4 g4 g4 p4
  Bob holds y3 b3 p3 g3 r5
  Alice acts
  then Alice clues Bob 5, by save-next, Bob's r5 has CM, Bob's g3 has CH, Bob's r5 has no IP

story critical-saves: a next player with something to play can wait
  by critical-saves
  Alice holds r1(IP) y4 g4 g4 p4
  Bob holds y1(IP) b3 p3 g3 r5
  Alice acts
  then Alice plays r1, by play

story critical-saves: others are saved when there is nothing to point at
  by critical-saves
  Alice holds y4 y4 g4 g4 p4
  Bob holds b3 y3 p3 g3 p4
  Cathy holds y3 b3 p3 g3 r5
  Alice acts
  then Alice clues Cathy 5, by save, Cathy's r5 has CM

story critical-saves: any clue that touches the chop keeps the card
  by critical-saves
  discarded b4
  Alice holds y4 y4 g4 g4 p4
  Bob holds b1 y3 p3 g3 b4
  Alice acts
  then Alice clues Bob blue, by save-next, Bob's b1 has IP, Bob's b4 has no CH

story critical-saves: a two is saved where the file says so
  by critical-saves twos=yes
  Alice holds y4 y4 g4 g4 p4
  Bob holds b3 y3 p3 g3 r2
  Alice acts
  then Alice clues Bob 2, by save, Bob's r2 has CM

story critical-saves: but not one whose other copy is visible
  by critical-saves twos=yes
  clues 4
  Alice holds y4 y4 g4 g4 p4
  Bob holds b3 y3 p3 g3 r2
  Cathy holds r2 y3 p3 b3 b4
  Alice acts
  then Alice discards p4, by discard

story finesse: point one step ahead, past the newest card of the player between
  by finesse reach=next
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 b3 y3 g3 p3
  Cathy holds r2 b4 y3 g3 p3
  Alice acts
  then Alice clues Cathy red, by bridge, Cathy's r2 has IP

story finesse: and the player between plays it blind
  by finesse reach=next
  Alice holds r1 y4 g4 g4 p4
  Bob holds r2(IP, red) b4 y3 g3 p3
  Alice acts
  then Alice plays r1, by blind

story finesse: unless an earlier player holds the missing card
  by finesse reach=next
  clues 0
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 b4 y3 g3 p3
  Cathy holds r2(IP, red) b4 y3 g3 p3
  Alice acts
  then Alice discards p4, by discard

story finesse: a hand whose pointed card could be the missing one is not finessed
  by finesse reach=next
  clues 3
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 b1(IP) y3 g3 p3
  Cathy holds r2 b4 y3 g3 p3
  Alice acts
  then Alice clues Bob 1, by point

story finesse: what follows a card that is pointed at queues behind it
  by finesse reach=next
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1(IP, red, 1) b3 y3 g3 p3
  Cathy holds r2 b4 y3 g3 p3
  Alice acts
  then Alice clues Cathy red, by queue, Cathy's r2 has IP

story finesse: the newest card of which nothing was said is fresh
  by finesse reach=next
  Alice holds y4(yellow) y3 g4 g4 p4
  Bob holds r3 b3 y3 g3 p3
  Alice clues Bob red
  then Alice's y3 has FR, Alice's y4 has no FR, Bob's b3 has FR, Bob's r3 has no FR

story finesse: a second copy is not worth a finesse
  by finesse reach=next
  clues 3
  Alice holds y4 y3 g4 g4 p4
  Bob holds r1 y4 p3 g3 p3
  Cathy holds r2 r4 b3 g3 p2
  Dana holds r2(IP, 2) b4 y3 b3 p2
  Alice acts
  then Alice clues Bob red, by point

story last-chance: with no deck left the likeliest card is played
  by last-chance
  stacks r1 y1 g1 b1 p1
  deck 0
  Alice holds y4 g2(2) g4 p4 r5
  Bob holds r3 b3 y3 g3 p3
  Alice acts
  then Alice plays g2, by hope

story last-chance: but not for the last strike
  by last-chance
  stacks r1 y1 g1 b1
  deck 0
  strikes 2
  Alice holds y4 g2(2) g4 p4 r5
  Bob holds r4 b4 y4 g3 p3
  Alice acts
  then by stall

story least-missed: with no chop the likeliest trash goes
  by least-missed
  stacks r2 y2 g2 b2
  clues 0
  Alice holds y4(CM) p3(CM) g1(CM, green) g4(CM) r5(CM, 5)
  Bob holds r4 b4 y4 g5 p3
  Alice acts
  then Alice discards g1, by least

story pair: two players save a two
  by pair
  Alice holds y4 y4 g4 g4 p4
  Bob holds b3 y3 p3 g3 r2
  Alice acts
  then Alice clues Bob 2, by save

story pair: but play first
  by pair
  Alice holds r1(IP) y4 g4 g4 p4
  Bob holds b3 y3 p3 g3 r2
  Alice acts
  then Alice plays r1, by play

story circle: burn a clue when every discard costs a point
  by circle
  deck 1
  stacks r3 y3 g3 b3 p3
  Alice holds g1 g1 y1 y1 r1
  Bob holds r5(CM) y5(CM) g5(CM) b5(CM) p5(CM)
  Cathy holds r4(IP) y4(IP) g4(IP) b4(IP) p4(IP)
  clues 4
  Alice acts
  then Alice clues Cathy red, by burn

story circle: a save before a play
  by circle
  Alice holds r1(IP) y4 g4 g4 p4
  Bob holds y3 b3 p3 g3 r5
  Cathy holds r3 r4 y3 g3 b4
  Alice acts
  then Alice clues Bob 5, by save-next

story full-table: a play before a save
  by full-table
  Alice holds r1(IP, 1) y4 g4 g4 p4
  Bob holds y3 b3 p3 g3 r5
  Cathy holds r3 r4 y3 g3 b4
  Alice acts
  then Alice plays r1, by play

story rescue: whoever has a card to play does not discard
  by rescue
  Alice holds r1(IP) y4 g4 g4 p4
  Bob holds b1 y3 p3 g3 r5
  Alice acts
  then Alice clues Bob blue, by rescue, Bob's b1 has IP, Bob's r5 has CH

story rescue: with nothing to point at the card is saved
  by rescue
  Alice holds r1(IP) y4 g4 g4 p4
  Bob holds b3 y3 p3 g3 r5
  Alice acts
  then Alice clues Bob 5, by save-next, Bob's r5 has CM

story spend: with tokens to spare useful cards are marked
  by spend
  clues 4
  Alice holds y4 y4 g4 g4 p4
  Bob holds b3 y3 p3 g3 r2
  Alice acts
  then Alice clues Bob 3, by spend, nothing has IP

story spend: without, the chop is discarded
  by spend
  clues 3
  Alice holds y4 y4 g4 g4 p4
  Bob holds b3 y3 p3 g3 r2
  Alice acts
  then Alice discards p4, by discard

story duet: a play clue comes before a save
  by duet
  Alice holds r1(IP) y4 g4 g4 p4
  Bob holds b1 y3 p3 g3 r5
  Alice acts
  then Alice clues Bob blue, by rescue

story late-copies: when turns are short a clue may touch two copies
  by late-copies spare=30
  clues 2
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 r1 y3 g3 p3
  Alice acts
  then Alice clues Bob red, by copy

story late-copies: otherwise a card is discarded
  by late-copies
  clues 2
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 r1 y3 g3 p3
  Alice acts
  then Alice discards p4, by discard
