// Hanabi without variant for many games at once: one thread plays one game.
//
// The same source is compiled for a GPU (by NVRTC, at run time) and for a processor (by a C compiler), so that
// tests can hold it to the other implementations of the rules where there is no GPU. Actions are numbered and
// observations are laid out as in the Hanabi Learning Environment (HLE): slots count from the oldest card, and
// an observation is the canonical vector of bits. A deal is that of Handsight's (seed, game number).
//
// Defined when it is compiled: PLAYERS (2 to 5), SUITS and RANKS (2 to 5), HAND (cards in a hand), TOKENS, LIVES.

#ifdef __CUDACC_RTC__
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef int int32_t;
typedef long long int64_t;
#else
#include <math.h>
#include <stdint.h>
#endif

// A number of a network's input: bfloat16 on a GPU, float32 on a processor.
#ifdef __CUDACC__
typedef uint16_t Element;
#define ONE 0x3F80u
#else
typedef uint32_t Element;
#define ONE 0x3F800000u
#define __align__(bytes)
#endif
typedef struct __align__(16) { Element of[8]; } Eight;

#ifdef __CUDACC__
#define FUNCTION static __device__ __forceinline__
#define KERNEL(name, ...) extern "C" __global__ void name(int n, __VA_ARGS__)
#define FOR_EACH(i) int i = (int)(blockIdx.x * blockDim.x + threadIdx.x); if (i < n)
#else
#define FUNCTION static inline
#define KERNEL(name, ...) void name(int n, __VA_ARGS__)
#define FOR_EACH(i) for (int i = 0; i < n; i++)
#endif

#define IDENTITIES (SUITS * RANKS)
#define CARDS (SUITS * 2 * RANKS)
#define ACTIONS (2 * HAND + (PLAYERS - 1) * (SUITS + RANKS))
#define LAST_ACTION_BITS (PLAYERS + 4 + PLAYERS + SUITS + RANKS + HAND + HAND + IDENTITIES + 2)
#define CARD_BITS (IDENTITIES + SUITS + RANKS)
#define OBSERVATION_BITS                                                                                        \
    ((PLAYERS - 1) * HAND * IDENTITIES + PLAYERS + (CARDS - PLAYERS * HAND) + IDENTITIES + TOKENS + LIVES + \
     CARDS + LAST_ACTION_BITS + PLAYERS * HAND * CARD_BITS)
// The words of an observation: its bits, zeros up to a multiple of 64, then the own hand (for a critic only).
#define OBSERVATION_WORDS ((OBSERVATION_BITS + 63) / 64 * 2)
#define OWN_HAND_WORDS ((HAND * IDENTITIES + 63) / 64 * 2)
#define WORDS (OBSERVATION_WORDS + OWN_HAND_WORDS)
#define ALL_IDENTITIES ((1u << IDENTITIES) - 1)
#define COLOUR_TOLD (1u << 30)
#define RANK_TOLD (1u << 31)

enum { PLAY, DISCARD, COLOUR_CLUE, RANK_CLUE, NOTHING };

typedef struct {
    uint64_t number;   // the game's number among those of its seed
    uint64_t random;   // the state of the random numbers that choose actions
    uint64_t discards; // two bits for each identity: copies in the discard pile
    uint32_t possible[PLAYERS][HAND]; // identities that clues leave possible, and what a clue told of the card
    uint8_t deck[CARDS], drawn;
    uint8_t hands[PLAYERS][HAND], sizes[PLAYERS];
    uint8_t stacks[SUITS], score, tokens, lives, mover, turns_left, over, moves;
    struct { uint8_t kind, actor, target, value, touched, slot, identity, scored, token; } last;
} Game;

// Random numbers as in handsight.game.dice.

FUNCTION uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

FUNCTION uint64_t first_state(uint64_t seed, uint64_t game, uint64_t stream) {
    const uint64_t golden = 0x9E3779B97F4A7C15ull;
    uint64_t state = mix(mix(seed + (game + 1) * golden) + stream * golden);
    return state ? state : golden;
}

FUNCTION uint32_t next_random(uint64_t *state) {
    uint64_t x = *state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    *state = x;
    return (uint32_t)(x >> 32);
}

// The rules.

FUNCTION int copies_of(int identity) {
    int rank = identity % RANKS;
    return rank == 0 ? 3 : rank == RANKS - 1 ? 1 : 2;
}

FUNCTION void draw_card(Game *game, int seat) {
    if (game->drawn == CARDS) return;
    int slot = game->sizes[seat]++;
    game->hands[seat][slot] = game->deck[game->drawn++];
    game->possible[seat][slot] = ALL_IDENTITIES;
}

FUNCTION void start_game(Game *game) {
    game->discards = 0;
    game->drawn = game->score = game->mover = game->over = game->moves = 0;
    game->tokens = TOKENS;
    game->lives = LIVES;
    game->turns_left = PLAYERS;
    game->last.kind = NOTHING;
    for (int suit = 0; suit < SUITS; suit++) game->stacks[suit] = 0;
    for (int seat = 0; seat < PLAYERS; seat++) {
        game->sizes[seat] = 0;
        for (int slot = 0; slot < HAND; slot++) draw_card(game, seat);
    }
}

FUNCTION void deal(Game *game, uint64_t seed) {
    int card = 0;
    for (int identity = 0; identity < IDENTITIES; identity++)
        for (int copy = 0; copy < copies_of(identity); copy++) game->deck[card++] = (uint8_t)identity;
    uint64_t state = first_state(seed, game->number, 0);
    for (int i = CARDS - 1; i > 0; i--) {
        int j = (int)(((uint64_t)next_random(&state) * (uint64_t)(i + 1)) >> 32);
        uint8_t swapped = game->deck[i];
        game->deck[i] = game->deck[j];
        game->deck[j] = swapped;
    }
    start_game(game);
}

FUNCTION uint64_t legal_actions(const Game *game) {
    if (game->over) return 0;
    uint64_t slots = (1ull << game->sizes[game->mover]) - 1, legal = slots << HAND;
    if (game->tokens < TOKENS) legal |= slots;
    if (game->tokens == 0) return legal;
    for (int step = 1; step < PLAYERS; step++) {
        int seat = (game->mover + step) % PLAYERS;
        for (int slot = 0; slot < game->sizes[seat]; slot++) {
            int identity = game->hands[seat][slot];
            legal |= 1ull << (2 * HAND + (step - 1) * SUITS + identity / RANKS);
            legal |= 1ull << (2 * HAND + (PLAYERS - 1) * SUITS + (step - 1) * RANKS + identity % RANKS);
        }
    }
    return legal;
}

FUNCTION int clue_touches(int kind, int value, int identity) {
    return (kind == COLOUR_CLUE ? identity / RANKS : identity % RANKS) == value;
}

FUNCTION void give_clue(Game *game, int kind, int seat, int value) {
    uint32_t fits = 0;
    for (int identity = 0; identity < IDENTITIES; identity++)
        if (clue_touches(kind, value, identity)) fits |= 1u << identity;
    game->tokens--;
    game->last.kind = (uint8_t)kind;
    game->last.target = (uint8_t)seat;
    game->last.value = (uint8_t)value;
    for (int slot = 0; slot < game->sizes[seat]; slot++) {
        uint32_t *possible = &game->possible[seat][slot];
        if (clue_touches(kind, value, game->hands[seat][slot])) {
            game->last.touched |= (uint8_t)(1 << slot);
            *possible = (*possible & (fits | ~ALL_IDENTITIES)) | (kind == COLOUR_CLUE ? COLOUR_TOLD : RANK_TOLD);
        } else {
            *possible &= ~fits;
        }
    }
}

FUNCTION void play_or_discard(Game *game, int kind, int slot) {
    int seat = game->mover, identity = game->hands[seat][slot], size = --game->sizes[seat];
    for (int i = slot; i < size; i++) {
        game->hands[seat][i] = game->hands[seat][i + 1];
        game->possible[seat][i] = game->possible[seat][i + 1];
    }
    game->last.kind = (uint8_t)kind;
    game->last.slot = (uint8_t)slot;
    game->last.identity = (uint8_t)identity;
    if (kind == PLAY && game->stacks[identity / RANKS] == identity % RANKS) {
        game->stacks[identity / RANKS]++;
        game->score++;
        game->last.scored = 1;
        if (identity % RANKS == RANKS - 1 && game->tokens < TOKENS) {
            game->tokens++;
            game->last.token = 1;
        }
    } else {
        game->discards += 1ull << (2 * identity);
        if (kind == PLAY) game->lives--;
        else game->tokens++;
    }
    draw_card(game, seat);
}

FUNCTION void take_action(Game *game, int action) {
    int deck_was_empty = game->drawn == CARDS;
    game->last.actor = game->mover;
    game->last.target = game->last.value = game->last.touched = game->last.slot = game->last.identity = 0;
    game->last.scored = game->last.token = 0;
    if (action < 2 * HAND) {
        play_or_discard(game, action < HAND ? DISCARD : PLAY, action % HAND);
    } else if (action < 2 * HAND + (PLAYERS - 1) * SUITS) {
        int clue = action - 2 * HAND;
        give_clue(game, COLOUR_CLUE, (game->mover + 1 + clue / SUITS) % PLAYERS, clue % SUITS);
    } else {
        int clue = action - 2 * HAND - (PLAYERS - 1) * SUITS;
        give_clue(game, RANK_CLUE, (game->mover + 1 + clue / RANKS) % PLAYERS, clue % RANKS);
    }
    if (deck_was_empty) game->turns_left--;
    game->moves++;
    game->mover = (uint8_t)((game->mover + 1) % PLAYERS);
    game->over = game->lives == 0 || game->score == SUITS * RANKS || game->turns_left == 0;
}

// What the player to move observes.

FUNCTION void set_bits(uint32_t *words, int at, uint32_t bits) {
    int shift = at & 31;
    words[at >> 5] |= bits << shift;
    if (shift && bits >> (32 - shift)) words[(at >> 5) + 1] |= bits >> (32 - shift);
}

FUNCTION void set_first_bits(uint32_t *words, int at, int count) {
    for (; count > 0; count -= 16, at += 16) set_bits(words, at, count >= 16 ? 0xFFFFu : (1u << count) - 1);
}

FUNCTION int observe_last_action(const Game *game, int seat, uint32_t *words, int at) {
    if (game->last.kind != NOTHING) {
        int clue = game->last.kind >= COLOUR_CLUE, to = at + PLAYERS + 4, of_card = to + PLAYERS + SUITS + RANKS + HAND;
        set_bits(words, at + (game->last.actor - seat + PLAYERS) % PLAYERS, 1);
        set_bits(words, at + PLAYERS + game->last.kind, 1);
        if (clue) {
            set_bits(words, to + (game->last.target - seat + PLAYERS) % PLAYERS, 1);
            set_bits(words, to + PLAYERS + (game->last.kind == RANK_CLUE ? SUITS : 0) + game->last.value, 1);
            set_bits(words, to + PLAYERS + SUITS + RANKS, game->last.touched);
        } else {
            set_bits(words, of_card + game->last.slot, 1);
            set_bits(words, of_card + HAND + game->last.identity, 1);
            set_bits(words, of_card + HAND + IDENTITIES, game->last.scored | game->last.token << 1);
        }
    }
    return at + LAST_ACTION_BITS;
}

FUNCTION void observe(const Game *game, int seat, uint32_t *words) {
    for (int i = 0; i < WORDS; i++) words[i] = 0;
    int at = 0;
    for (int step = 1; step < PLAYERS; step++, at += HAND * IDENTITIES) {
        int other = (seat + step) % PLAYERS;
        for (int slot = 0; slot < game->sizes[other]; slot++)
            set_bits(words, at + slot * IDENTITIES + game->hands[other][slot], 1);
    }
    for (int step = 0; step < PLAYERS; step++, at++) set_bits(words, at, game->sizes[(seat + step) % PLAYERS] < HAND);
    set_first_bits(words, at, CARDS - game->drawn);
    at += CARDS - PLAYERS * HAND;
    for (int suit = 0; suit < SUITS; suit++, at += RANKS)
        if (game->stacks[suit]) set_bits(words, at + game->stacks[suit] - 1, 1);
    set_first_bits(words, at, game->tokens);
    at += TOKENS;
    set_first_bits(words, at, game->lives);
    at += LIVES;
    for (int identity = 0; identity < IDENTITIES; identity++) {
        set_first_bits(words, at, (int)(game->discards >> (2 * identity) & 3));
        at += copies_of(identity);
    }
    at = observe_last_action(game, seat, words, at);
    for (int step = 0; step < PLAYERS; step++, at += HAND * CARD_BITS) {
        int holder = (seat + step) % PLAYERS;
        for (int slot = 0; slot < game->sizes[holder]; slot++) {
            uint32_t possible = game->possible[holder][slot];
            int identity = game->hands[holder][slot], card = at + slot * CARD_BITS;
            set_bits(words, card, possible & ALL_IDENTITIES);
            if (possible & COLOUR_TOLD) set_bits(words, card + IDENTITIES + identity / RANKS, 1);
            if (possible & RANK_TOLD) set_bits(words, card + IDENTITIES + SUITS + identity % RANKS, 1);
        }
    }
    for (int slot = 0; slot < game->sizes[seat]; slot++)
        set_bits(words, OBSERVATION_WORDS * 32 + slot * IDENTITIES + game->hands[seat][slot], 1);
}

FUNCTION void show(const Game *game, int i, uint32_t *observations, uint64_t *legal) {
    uint32_t words[WORDS + 1];
    observe(game, game->mover, words);
    for (int word = 0; word < WORDS; word++) observations[(uint64_t)i * WORDS + word] = words[word];
    legal[i] = legal_actions(game);
}

// Sizes that the caller needs: bytes of a game, bits and words of an observation, actions, own-hand bits.
KERNEL(sizes, int32_t *out) {
    FOR_EACH(i) {
        if (i == 0) {
            out[0] = (int32_t)sizeof(Game);
            out[1] = OBSERVATION_BITS;
            out[2] = OBSERVATION_WORDS;
            out[3] = WORDS;
            out[4] = ACTIONS;
            out[5] = HAND * IDENTITIES;
            out[6] = SUITS * RANKS;
        }
    }
}

// Deal games first, first + 1, … of a seed; their actions are chosen by random numbers of another seed.
KERNEL(deal_games, Game *games, uint64_t seed, uint64_t first, uint64_t random_seed) {
    FOR_EACH(i) {
        games[i].number = first + (uint64_t)i;
        games[i].random = first_state(random_seed, (uint64_t)i, 1);
        deal(&games[i], seed);
    }
}

// Start games with decks of the caller's.
KERNEL(start_games, Game *games, const uint8_t *decks) {
    FOR_EACH(i) {
        games[i].number = (uint64_t)i;
        games[i].random = 1;
        for (int card = 0; card < CARDS; card++) games[i].deck[card] = decks[(uint64_t)i * CARDS + card];
        start_game(&games[i]);
    }
}

// What the player to move of each game observes, and which actions are legal.
KERNEL(show_games, const Game *games, uint32_t *observations, uint64_t *legal) {
    FOR_EACH(i) { show(&games[i], i, observations, legal); }
}

// What one seat of each game observes.
KERNEL(show_seat, const Game *games, int seat, uint32_t *observations) {
    FOR_EACH(i) {
        uint32_t words[WORDS + 1];
        observe(&games[i], seat, words);
        for (int word = 0; word < WORDS; word++) observations[(uint64_t)i * WORDS + word] = words[word];
    }
}

// Draw an action of each game from its logits; its logarithm of probability comes with it.
KERNEL(choose_actions, Game *games, const float *logits, const uint64_t *legal, uint8_t *actions, float *chances) {
    FOR_EACH(i) {
        const float *row = logits + (uint64_t)i * ACTIONS;
        float best = -1e30f, sum = 0, so_far = 0;
        for (int action = 0; action < ACTIONS; action++)
            if (legal[i] >> action & 1 && row[action] > best) best = row[action];
        for (int action = 0; action < ACTIONS; action++)
            if (legal[i] >> action & 1) sum += expf(row[action] - best);
        float point = (float)(next_random(&games[i].random) >> 8) * (1.0f / 16777216.0f) * sum;
        int chosen = -1;
        for (int action = 0; action < ACTIONS; action++) {
            if (!(legal[i] >> action & 1) || (chosen >= 0 && so_far > point)) continue;
            so_far += expf(row[action] - best);
            chosen = action;
        }
        actions[i] = (uint8_t)chosen;
        chances[i] = row[chosen] - best - logf(sum);
    }
}

// Choose the legal action of the greatest logit.
KERNEL(choose_best_actions, const float *logits, const uint64_t *legal, uint8_t *actions) {
    FOR_EACH(i) {
        int chosen = 0;
        float best = -1e30f;
        for (int action = 0; action < ACTIONS; action++) {
            float logit = logits[(uint64_t)i * ACTIONS + action];
            if (legal[i] >> action & 1 && logit > best) {
                best = logit;
                chosen = action;
            }
        }
        actions[i] = (uint8_t)chosen;
    }
}

// Take an action in each game. The reward is what the stacks gain; at the last strike a share of all points is
// lost (share[0]: 1 by the official rules). A game that is over is redealt, as number + next_number, if that is
// not 0, and stays as it is otherwise. Results: score, strikes, moves and 1 of the game that ended, else zeros.
KERNEL(step_games, Game *games, const uint8_t *actions, const float *share, uint64_t seed, uint64_t next_number,
       float *rewards, uint8_t *ended, int32_t *results, uint32_t *observations, uint64_t *legal) {
    FOR_EACH(i) {
        Game game = games[i];
        if (game.over) {
            rewards[i] = 0;
            ended[i] = 1;
        } else {
            int score = game.score;
            take_action(&game, actions[i]);
            float reward = (float)(game.score - score);
            if (game.lives == 0) reward -= share[0] * (float)score;
            rewards[i] = reward;
            ended[i] = game.over;
            results[4 * (uint64_t)i] = game.over ? game.score : 0;
            results[4 * (uint64_t)i + 1] = game.over ? LIVES - game.lives : 0;
            results[4 * (uint64_t)i + 2] = game.over ? game.moves : 0;
            results[4 * (uint64_t)i + 3] = game.over;
            if (game.over && next_number) {
                game.number += next_number;
                deal(&game, seed);
            }
            games[i] = game;
            show(&game, i, observations, legal);
        }
    }
}


// Make rows of network inputs, one number for each bit, from the observations that an index names. One thread
// spreads one byte.
KERNEL(spread_bits, const uint8_t *observations, const int64_t *index, Eight *inputs) {
    FOR_EACH(i) {
        uint64_t row = (uint64_t)i / (4 * WORDS), byte = (uint64_t)i % (4 * WORDS);
        uint32_t bits = observations[(uint64_t)index[row] * (4 * WORDS) + byte];
        Eight numbers;
        for (int bit = 0; bit < 8; bit++) numbers.of[bit] = bits >> bit & 1 ? ONE : 0;
        inputs[i] = numbers;
    }
}

// What one seat of each game sees of the cards: the copies of each identity that it does not see (its own hand
// and the deck), its hand as slots that hold a card, and what clues leave possible in each slot.
KERNEL(unseen_cards, const Game *games, int seat, uint8_t *copies, uint8_t *sizes, uint32_t *possible) {
    FOR_EACH(i) {
        const Game *game = &games[i];
        uint8_t *left = copies + (uint64_t)i * IDENTITIES;
        for (int identity = 0; identity < IDENTITIES; identity++) {
            int seen = (int)(game->discards >> (2 * identity) & 3) + (game->stacks[identity / RANKS] > identity % RANKS);
            left[identity] = (uint8_t)(copies_of(identity) - seen);
        }
        for (int other = 0; other < PLAYERS; other++)
            for (int slot = 0; other != seat && slot < game->sizes[other]; slot++) left[game->hands[other][slot]]--;
        sizes[i] = game->sizes[seat];
        for (int slot = 0; slot < HAND; slot++)
            possible[(uint64_t)i * HAND + slot] = slot < game->sizes[seat] ? game->possible[seat][slot] & ALL_IDENTITIES : 0;
    }
}

// Copy games, give one seat a supposed hand, and shuffle all other cards that it does not see into the deck. A
// row without dice keeps the deck as it is: only for questions that do not depend on it.
KERNEL(suppose_hands, Game *out, const Game *games, const int64_t *index, int seat, const uint8_t *hands,
       const int64_t *dice) {
    FOR_EACH(i) {
        Game game = games[index[i]];
        for (int slot = 0; slot < game.sizes[seat]; slot++) game.hands[seat][slot] = hands[(uint64_t)i * HAND + slot];
        if (dice[i] >= 0) {
            int card = game.drawn;
            for (int identity = 0; identity < IDENTITIES; identity++) {
                int left = copies_of(identity) - (int)(game.discards >> (2 * identity) & 3) -
                           (game.stacks[identity / RANKS] > identity % RANKS);
                for (int other = 0; other < PLAYERS; other++)
                    for (int slot = 0; slot < game.sizes[other]; slot++) left -= game.hands[other][slot] == identity;
                for (; left > 0 && card < CARDS; left--) game.deck[card++] = (uint8_t)identity;
            }
            uint64_t state = mix((uint64_t)dice[i] + 0x9E3779B97F4A7C15ull) | 1;
            for (int k = CARDS - 1; k > game.drawn; k--) {
                int j = game.drawn + (int)(((uint64_t)next_random(&state) * (uint64_t)(k - game.drawn + 1)) >> 32);
                uint8_t swapped = game.deck[k];
                game.deck[k] = game.deck[j];
                game.deck[j] = swapped;
            }
        }
        out[i] = game;
    }
}

// The hands that one seat of each game holds, for whoever may see them.
KERNEL(show_hands, const Game *games, int seat, uint8_t *hands) {
    FOR_EACH(i) {
        for (int slot = 0; slot < HAND; slot++)
            hands[(uint64_t)i * HAND + slot] = slot < games[i].sizes[seat] ? games[i].hands[seat][slot] : IDENTITIES;
    }
}
