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
  then Bob's b1 has FO, Bob's b3 has no FO, Bob takes b1 for b1

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
  then Bob's b1 has FO, Bob's b1 is promised r1 y1 g1 b1 p1

story play clue: the most cards that can be played come first
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds b1 r3 y3 g3 p3
  Cathy holds r1 y1 g3 p3 b4
  Alice acts
  then Alice clues Cathy 1, by speak, Cathy's r1 has FO

story play clue: what can only mean one thing is played
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r4 b3 y3 r1 g3
  Cathy holds b4 b3 y3 g3 p3
  Alice clues Bob red
  then Bob's r4 has FO, Bob's r4 is read r1 r2, Bob takes r4 for r1, Bob is asked r4

story play clue: a card that is certain needs no telling
  by h-group-1
  Alice holds y4 r1(1) g4 g4 p4
  Bob holds r4 b3 y3 g3 p3
  Alice acts
  then Alice plays r1, by known

story save clue: a 5 on the chop is saved by its number
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b3 y3 g3 p5
  Alice acts
  then Alice clues Bob 5, by rescue, Bob's g3 has CH, nobody is asked

story save clue: by number a 2 may be meant, so nobody plays at once
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b3 y3 g3 p2
  Cathy holds r4 b3 y3 g3 p3
  Alice acts
  then Alice clues Bob 2, by save, Bob's p2 is read r2 y2 g2 b2 p2, nobody is asked

story save clue: by colour a 2 is not saved, so it must be played after a 1
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b3 y3 g3 p2
  Cathy holds p1 b3 y3 g3 p3
  Alice clues Bob purple
  then Bob's p2 is read p1 p2, Cathy is asked p1

story save principle: a last copy on any chop is saved before anything else is said
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 b3 y3 g3 p3
  Cathy holds r4 b4 y3 g3 p5
  Alice acts
  then Alice clues Cathy 5, by guard

story good touch: a copy of a touched card is not touched
  by h-group-1
  clues 3
  Alice holds y4 y4 g4 g4 p4
  Bob holds b1 r3 y3 g3 p3
  Cathy holds r3 b1(1, blue) g3 p4 b4
  Alice acts
  then Alice discards p4, by discard

story prompt: the missing card is one that was touched, so that comes before the newest
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r4 b3 r1(red) g3 p3
  Cathy holds y3 r2 g3 p4 b4
  Alice clues Cathy red
  then Cathy's r2 is read r1 r2, Bob is asked r1

story finesse: one card ahead, where another player has the missing card as the newest
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 b3 y3 g3 p3
  Cathy holds y3 r2 g3 p4 b4
  Alice acts
  then Alice clues Cathy red, by speak, Cathy's r2 is read r1 r2, Bob is asked r1
  Bob acts
  then Bob plays r1, by asked, Cathy takes r2 for r2, nobody is asked
  Cathy acts
  then Cathy plays r2, by known

story finesse: who sees that the newest card is not the missing one takes the clue as it stands
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds b4 b3 y3 g3 p3
  Cathy holds y3 r1 g3 p4 b4
  Alice clues Cathy red
  then Cathy's r1 is read r1 r2, Cathy takes r1 for r1, Cathy is asked r1

story reverse finesse: the holder of the clued card waits for the player after
  by h-group-2
  Alice holds y4 y4 g4 g4 p4
  Bob holds y3 r2 g3 p4 b4
  Cathy holds r1 b3 y3 g3 p3
  Alice clues Bob red
  then Bob takes r2 for r1 r2, Cathy is asked r1
  Bob acts
  then Cathy is asked r1
  Cathy acts
  then Cathy plays r1, by asked, Bob takes r2 for r2

story declined: who could have played the missing card and did not, does not have it
  by h-group-2
  clues 4
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 b3 y3 g3 p3
  Cathy holds y3 r2 g3 p4 b4
  Alice clues Cathy red
  then Cathy's r2 is read r1 r2 r3
  Bob discards p3
  then Cathy takes r2 for r1

story double finesse: two missing cards, in the same hand
  by h-group-2
  clues 4
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 r2 y3 g3 p3
  Cathy holds y3 r3 g3 p4 b4
  Alice clues Cathy red
  then Cathy's r3 is read r1 r2 r3, Bob is asked r1
  Bob plays r1
  then Cathy's r3 is read r2 r3
  Cathy discards b4
  Alice discards p4
  then Bob is asked r2

story self-finesse: where nothing else explains the clue, the receiver has the missing card
  by h-group-2
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 b4 r2(2) g3 p3
  Cathy holds y3 b3 g3 p4 b4
  Alice clues Bob red
  then Bob is asked r1

story after a strike: what is not settled is void
  by h-group-2
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 b3 y3 g3 p3
  Cathy holds y3 r2 g3 p4 b4
  Alice clues Cathy red
  then Bob is asked r1
  Bob plays b3
  then nobody is asked, Cathy's r2 is read r1 r2 r3 r4 r5

story after a strike: a prompt that struck means the finesse position
  by h-group-2
  clues 4
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 b3 r4(red) g3 p3
  Cathy holds y3 r2 g3 p4 b4
  Alice clues Cathy red
  then Bob is asked r4
  Bob plays r4
  Cathy discards b4
  Alice discards p4
  then Bob is asked slot 2

story the early game ends when a chop is discarded
  by h-group-2
  table EARLY
  clues 4
  Alice holds y4 y4 g4 g4 p4
  Bob holds r4 b3 y3 g3 p3
  Alice discards p4
  then the table has no EARLY

story 5 stall: in the early game a 5 clue off the chop promises nothing but a 5
  by h-group-2
  table EARLY
  clues 4
  Alice holds y4 y4 g4 g4 p4
  Bob holds r4 b5 y3 g3 p3
  Alice acts
  then Alice clues Bob 5, by stall-5, Bob's b5 has TO, nobody is asked, the table has EARLY

story fix clue: touching again what would be played next takes back what was said of it
  by h-group-3
  stacks r1
  Alice holds y4 y4 g4 g4 p4
  Bob holds b4 r3(red, 3) y3 g3 p3
  Cathy holds r2 y2 g3 p4 b4
  Alice clues Bob 3
  then Bob's r3 is read r3

story fix clue: a player who would misplay is told what the card is
  by h-group-3
  stacks r1
  Alice holds y4 y4 g4 g4 p4
  Bob holds b4 b3 y3 g3 p3
  Cathy holds b4 r1 y3 g3 p3
  Alice clues Cathy 1
  then Cathy takes r1 for y1 g1 b1 p1, Cathy's r1 has NX
  Bob acts
  then Bob clues Cathy red, by fix, Cathy's r1 has no NX

story sarcastic discard: who throws a touched card that is still needed says that another touched card is it
  by h-group-3
  clues 4
  Alice holds r2(red, 2) y4 g4 g4 p4
  Bob holds b4 r2(2) y3 g3 p3
  Cathy holds y3 y2 g3 p4 b4
  Alice acts
  then Alice discards r2, by sarcastic, Bob's r2 is read r2

story trash chop move: a clue that touches only trash keeps all that lies behind it
  by h-group-4
  stacks r1 y1 g1 b1 p1
  Alice holds y4 y4 g4 g4 p4
  Bob holds b4 r1 y3 g3 p3
  Alice clues Bob 1
  then Bob's y3 has CM, Bob's g3 has CM, Bob's p3 has CM, Bob's b4 has CH

story 5's chop move: later a 5 clue next to the chop keeps the chop
  by h-group-4
  clues 4
  Alice holds y4 y4 g4 g4 p4
  Bob holds b3 b3 y3 g3 p3
  Cathy holds b4 r1 y3 g5 p2
  Alice discards p4
  then the table has no EARLY
  Bob clues Cathy 5
  then Cathy's p2 has CM, Cathy's y3 has CH

story layered finesse: the card that was asked for fits, but is another one, so the next older one is meant
  by h-group-5
  Alice holds y4 y4 g4 g4 p4
  Bob holds b1 r1 y3 g3 p3
  Cathy holds y3 r2 g3 p4 b4
  Alice clues Cathy red
  then Bob is asked b1
  Bob plays b1
  then Bob is asked slot 2

story hidden prompt: of two touched cards the first is another one that fits
  by h-group-5
  stacks b1
  Alice holds y4 y4 g4 g4 p4
  Bob holds b2(2) r2(2) y3 g3 p3
  Cathy holds y3 r3 g3 p4 b4
  stacks r1
  Alice clues Cathy red
  then Bob is asked b2
  Bob plays b2
  then Bob is asked r2

story urgency: a save clue excuses the player who is asked, once
  by h-group-5
  clues 6
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 b3 y3 g3 p3
  Cathy holds y3 r2 g3 p4 y5
  Alice clues Cathy red
  then Bob is asked r1
  Bob clues Cathy 5
  then Bob is asked r1

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
  Bob holds r4(4) y4(4) g4(4) b4(4) p4(4)
  Alice acts
  then Alice clues Bob red, by late

story with eight tokens and nothing to say, as little as possible is said
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r4 b3 y3 g3 p3
  Alice acts
  then Alice clues Bob 4, by quiet

story and where every clue would mislead, an untrue one is given
  by h-group-1
  stacks r5 y5 g5 b5
  Alice holds p2 p4 p4 p3 p3
  Bob holds r1 b1 y1 g1 r2
  Alice acts
  then Alice clues Bob yellow, by stall

story once the deck is empty, what may fit is played
  by h-group-1
  stacks r4 y5 g5 b5 p5
  deck 0
  clues 3
  Alice holds r5 y1 g1 b1 p1
  Bob holds r1 y1 g1 b1 p1
  Alice acts
  then Alice plays r5, by hope

story good apart: by the law, a touched card is nothing that is touched in sight
  by good-apart
  Alice holds y4 y4 g4 g4 p4
  Bob holds r4 b3 y3 r1 g3
  Cathy holds r1(red, 1) b3 y3 g3 p3
  Alice clues Bob 1
  then Bob takes r1 for y1 g1 b1 p1

# The two worked examples.

story a triple reading: the first two cards are touched in sight, so it is the third, and it is settled when they are played
  by good-apart gaps=2
  clues 5
  Alice holds y4 y4 g4 g4 p4
  Bob holds b3 r3 y3 g3 p3
  Cathy holds y3 b2(2) b1(1) p4 r4
  Alice clues Bob blue
  then Bob's b3 is read b1 b2 b3, Bob takes b3 for b3, Cathy is asked b1
  Bob discards p3
  then Bob's b3 is read b1 b2 b3
  Cathy plays b1
  then Bob's b3 is read b2 b3, Cathy is asked b2
  Alice discards p4
  Bob discards g3
  Cathy plays b2
  then Bob's b3 is read b3, Bob takes b3 for b3, nobody is asked

story a finesse through the receiver's own touched card: what is missing before it is played unseen
  by h-group-2
  clues 5
  Alice holds g1 y4 r4 g4 p4
  Bob holds b3 r3 y3 b4 p3
  Cathy holds g3 y3 g2(2) p4 r4
  Bob clues Cathy green
  then Alice is asked g1, Cathy's g3 is read g1 g2 g3 g4
  Cathy discards r4
  then Alice is asked g1
  Alice acts
  then Alice plays g1, by asked
  Bob discards p3
  Cathy acts
  then Cathy plays g2, by known

# Bluffs, tempo clues and stalling: ideas beyond level 5.

story bluff: the next player's newest card fits, and the clued card is one step further off
  by h-group-2 +bluffs
  stacks r1 g1
  Alice holds y4 y4 g4 g4 p4
  Bob holds g2 b3 y3 g3 p3
  Cathy holds r3 b4 y3 p3 b3
  Alice clues Cathy red
  then Bob is asked g2, Bob takes g2 for r2 y1 g2 b1 p1, Cathy's r3 is read r2 r3 r4
  Bob plays g2
  then Cathy's r3 is promised r3, nobody is asked

story bluff: without the idea, nobody would know why that card was played
  by h-group-2
  stacks r1 g1
  Alice holds y4 y4 g4 g4 p4
  Bob holds g2 b3 y3 g3 p3
  Cathy holds r3 b4 y3 p3 b3
  Alice clues Cathy red
  then Bob is asked g2, Bob takes g2 for r2
  Bob plays g2
  then Cathy takes r3 for r2

story bluff: who acts otherwise was not bluffed
  by h-group-2 +bluffs
  stacks r1 g1
  Alice holds y4 y4 g4 g4 p4
  Bob holds g2 b3 y3 g3 p3
  Cathy holds r2 b4 y3 p3 b3
  Alice clues Cathy red
  then nobody is asked, Cathy takes r2 for r2 r3
  Bob discards p3
  then Cathy takes r2 for r2

story bluff: only the next player can be bluffed
  by h-group-2 +bluffs
  stacks r1 g1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b3 y3 g3 p3
  Cathy holds g2 b4 y3 p3 b3
  Alice clues Bob red
  then Bob takes r3 for r2

story tempo clue: what is touched again, with nothing new, fits now
  by h-group-4 +tempo-clues
  stacks b1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b2(blue) b4(blue) g3 p3
  Cathy holds r4 b3 y3 p3 b5
  Alice clues Bob 2
  then Bob's b2 is promised b2

story tempo clue: if it gets one card played, the chop is kept
  by h-group-4 +tempo-clues
  stacks b1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b2(blue) y3 g3 p3
  Cathy holds r4 b3 y3 p3 b5
  Alice clues Bob 2
  then Bob's p3 has CM, Bob's g3 has CH

story stalling: with eight tokens, what is touched again means nothing
  by h-group-2 +stalls
  clues 8
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b4(blue) y3 g3 p3
  Cathy holds r4 b3 y3 p3 b5
  Alice clues Bob blue
  then nothing has FO, nobody is asked

story stalling: with fewer tokens it says that the card is next
  by h-group-2 +stalls
  clues 5
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b4(blue) y3 g3 p3
  Cathy holds r4 b3 y3 p3 b5
  Alice clues Bob blue
  then Bob's b4 has FO

story stalling: a 5 may be told to be kept, on the chop or off it
  by h-group-2 +stalls
  stacks y4
  Alice holds r4 b4 g4 g4 p4
  Bob holds r3 b5 b3 g3 p3
  Cathy holds r4 b3 g3 p3 b4
  Alice clues Bob 5
  then Bob's b5 is read r5 y5 g5 b5 p5, nobody is asked

# What mends a wrong reading.

story passed over: who discards and was told to play did not read it so
  by h-group-1
  stacks b1
  clues 4
  Cathy holds b4 b3 y3 g3 p2
  Alice holds y4 b1 g4 g4 p4
  Bob holds r3 b4 y3 g3 p3
  Cathy clues Alice 1
  then Alice takes b1 for r1 y1 g1 p1
  Alice discards p4
  then Alice takes slot 3 for r1 y1 g1 b1 p1

story prompt: any card that is played anyway may be the missing one
  by h-group-1
  Alice holds y4 y4 g4 g4 p4
  Bob holds b1(1) r3 g1(1) y3 p1(1)
  Cathy holds r3 b4 y3 p3 g2
  Alice clues Cathy green
  then Cathy's g2 is read g1 g2, Cathy takes g2 for g1 g2

story good touch: a card of which a copy is played from elsewhere is another one
  by h-group-1
  stacks r1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r2(2) b3 y3 g3 p3
  Cathy holds b4 b3 y2(2) g3 p2(2)
  Bob plays r2
  then Cathy's y2 is promised y2 g2 b2 p2 r3 r4 r5 y1 y3 y4 y5 g1 g3 g4 g5 b1 b3 b4 b5 p1 p3 p4 p5

story scream: without a token, who could play and discards tells the next player to keep the chop
  by h-group-4 +scream
  clues 0
  stacks r1
  Alice holds r2(red, 2) y4 g4 g4 p4
  Bob holds r4 b3 y3 g3 p3
  Cathy holds r3 b4 y3 p3 b3
  Alice discards p4
  then Bob has EM, Bob's p3 has CM, Bob's g3 has CH, Alice has no EM
  Bob discards g3
  then Bob has no EM, Cathy has no EM

story scream: with a token left, the discard says nothing
  by h-group-4 +scream
  clues 1
  stacks r1
  Alice holds r2(red, 2) y4 g4 g4 p4
  Bob holds r4 b3 y3 g3 p3
  Cathy holds r3 b4 y3 p3 b3
  Alice discards p4
  then Bob has no EM, Bob's p3 has CH

# Promises that are void.

story void promise: a clue that can only touch useless cards promises nothing
  by h-group-1 +void-promises
  stacks r1 y1 g1 b1 p1
  Alice holds y4 y4 g4 g4 p4
  Bob holds b4 y3 g3 p3 r1
  Alice clues Bob 1
  then Bob's r1 has no TO, Bob's r1 has no CH, Bob's p3 has CH

story void promise: a card that a clue shows to be useless leaves the others their promises
  by h-group-1 +void-promises
  stacks b1
  clues 4
  Cathy holds b4 b3 y3 g3 p2
  Alice holds y4 b1 g1 g4 p4
  Bob holds r3 b4 y3 g3 p3
  Cathy clues Alice 1
  then Alice takes b1 for r1 y1 g1 p1, Alice takes g1 for r1 y1 g1 p1
  Alice discards p4
  Bob clues Alice blue
  then Alice takes slot 3 for b1, Alice takes slot 4 for r1 y1 g1 p1

story void promise: who is told to play and gives a clue instead, twice, did not read it so
  by h-group-1 +void-promises
  stacks b1
  clues 6
  Cathy holds b4 b3 y3 g3 p2
  Alice holds y4 b1 g4 g4 p4
  Bob holds r3 b4 y3 g3 p3
  Cathy clues Alice 1
  then Alice takes b1 for r1 y1 g1 p1
  Alice clues Bob 4
  then Alice takes b1 for r1 y1 g1 p1, Alice's b1 has PO
  Bob discards p3
  Cathy discards p2
  Alice clues Bob 3
  then Alice takes b1 for r1 y1 g1 b1 p1, Alice's b1 has no PO

story void promise: a promise after one that was taken back is again taken back after two clues
  by h-group-1 +void-promises
  stacks b1
  clues 6
  Cathy holds b4 b3 y3 g3 p2
  Alice holds y4 b1 g4 g4 p4
  Bob holds r1 b4 y3 g3 p3
  Cathy clues Alice 1
  Alice clues Bob 4
  Bob discards p3
  Cathy discards p2
  Alice clues Bob 3
  then Alice takes b1 for r1 y1 g1 b1 p1
  Bob plays r1
  then Alice takes b1 for y1 g1 p1
  Cathy discards g3
  Alice clues Cathy blue
  then Alice takes b1 for y1 g1 p1, Alice's b1 has PO
  Bob discards g3
  Cathy discards y3
  Alice clues Bob 3
  then Alice takes b1 for r1 y1 g1 b1 p1, Alice's b1 has no PO

story void promise: who discards instead takes back the promise and what was passed over
  by h-group-1 +void-promises
  stacks b1
  clues 6
  Cathy holds b4 b3 y3 g3 p2
  Alice holds y4 b1 g4 g4 p4
  Bob holds r3 b4 y3 g3 p3
  Cathy clues Alice 1
  Alice clues Bob 4
  then Alice's b1 has PO
  Bob discards p3
  Cathy discards p2
  Alice discards p4
  then Alice's slot 3 has no PO

story self-finesse: the receiver looks for a card that was never touched in the own hand too
  by h-group-2
  Alice holds y4 y4 g4 g4 p4
  Bob holds b1 r4 b2(blue) g3 p3
  Alice clues Bob 2
  then Bob is asked b1

story no self-finesse: the receiver looks for it in other hands only
  by h-group-2 +no-self-finesse
  Alice holds y4 y4 g4 g4 p4
  Bob holds b1 r4 b2(blue) g3 p3
  Alice clues Bob 2
  then nobody is asked

# What people do first.

story people: a card that is asked for and was never touched is played before what is certain
  by h-group-2 +people
  stacks y1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r1 y2(yellow, 2) b3 g3 p3
  Cathy holds y3 r2 g3 p4 b4
  Alice clues Cathy red
  Bob acts
  then Bob plays r1, by asked

story people: of several 1s the oldest is played first
  by h-group-2 +people
  Alice holds y4 y1(1) g4 r1(1) p4
  Bob holds r4 b3 y3 g3 p3
  Alice acts
  then Alice plays r1, by ones

story people: or the newest
  by h-group-2 +people ones=newest
  Alice holds y4 y1(1) g4 r1(1) p4
  Bob holds r4 b3 y3 g3 p3
  Alice acts
  then Alice plays y1, by known

story people: a 1 is clued by its number
  by h-group-2 +people
  table EARLY
  Alice holds y4 y4 g4 g4 p4
  Bob holds r4 b3 y3 g3 p3
  Cathy holds b4 g1 y3 g3 p5
  Alice acts
  then Alice clues Cathy 1, by speak

story people: in the early game the next player's chop is not yet in danger
  by h-group-2 +people
  table EARLY
  Alice holds y4 y4 g4 g4 p4
  Bob holds r3 b3 y3 g3 p5
  Cathy holds b4 g1 y3 g3 p4
  Alice acts
  then Alice clues Cathy 1, by speak

story people: later it is saved before a card is played
  by h-group-2 +people
  clues 4
  Cathy holds b4 g1 y3 g3 p4
  Alice holds y4 r1(1) g4 g4 p4
  Bob holds r3 b3 y3 g3 p5
  Cathy discards p4
  then the table has no EARLY
  Alice acts
  then Alice clues Bob 5, by rescue

story people: a clue that touches nothing new does not come before a discard
  by h-group-2 +people
  clues 3
  stacks b1
  Alice holds y4 y4 g4 g4 p4
  Bob holds r4 b2(2) y3 g3 p3
  Cathy holds r3 b4 y3 g3 p4
  Alice acts
  then Alice discards p4, by discard
