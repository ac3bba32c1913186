// Breakthrough on bitboards, and what is seen of a position at one look: a third implementation of the
// rules, for cards (crates/games/src/breakthrough has the other two).
//
// The side to move always goes up. After a move the board is turned by half a turn, square s becoming
// CELLS - 1 - s, so that this is so again:
//
//     3 | x x x          2 | . o .        x  enemy men, o  own men
//     2 | . . .    b2    1 | . . x        after b1-b2 it is the other side's turn,
//     1 | . o .   --->   0 | o o o        and its men are the own ones
//
// COLUMNS and ROWS come before this file.
#pragma once
#include "lanes.h"

constexpr int CELLS = COLUMNS * ROWS;
constexpr u64 BOARD = ~0ull >> (64 - CELLS);
constexpr u32 FULL = (1u << COLUMNS) - 1;

constexpr u64 squares_of_row(int row) { return (u64)FULL << (row * COLUMNS); }
constexpr u64 squares_of_file(int file) {
    u64 squares = 0;
    for (int row = 0; row < ROWS; row++) squares |= 1ull << (row * COLUMNS + file);
    return squares;
}
constexpr u64 NOT_FIRST = BOARD & ~squares_of_file(0);
constexpr u64 NOT_LAST = BOARD & ~squares_of_file(COLUMNS - 1);
constexpr u64 HOME = squares_of_row(0), GOAL = squares_of_row(ROWS - 1);
// An enemy man here is one step from its goal, an own man there from its own.
constexpr u64 ENEMY_THRESHOLD = squares_of_row(1), OWN_THRESHOLD = squares_of_row(ROWS - 2);

struct Position {
    u64 own, enemy;
};

// A move: the square it comes from, and whether it goes straight on (0), to the left (1) or right (2).
typedef u32 Move;
inline Move move_of(int from, int way) { return (u32)from << 2 | way; }
inline int from_of(Move move) { return move >> 2; }
inline int to_of(Move move) {
    int way = move & 3;
    return from_of(move) + COLUMNS + (way == 2) - (way == 1);
}

inline u32 row_of_men(u64 men, int row) { return (u32)(men >> (row * COLUMNS)) & FULL; }
inline u64 turned(u64 men) { return reversed(men) >> (64 - CELLS); }

inline Position after(Position position, Move move) {
    u64 to = 1ull << to_of(move);
    u64 moved = position.own ^ (1ull << from_of(move) | to);
    return Position{turned(position.enemy & ~to), turned(moved)};
}

// Where men can go: straight on, to the left, to the right.
struct Targets {
    u64 straight, left, right;
};

inline Targets targets_of(u64 own, u64 enemy) {
    u64 free = BOARD & ~own;
    return Targets{own << COLUMNS & free & ~enemy, (own & NOT_FIRST) << (COLUMNS - 1) & free,
                   (own & NOT_LAST) << (COLUMNS + 1) & free};
}

// What is known of a position, as its side to move sees it. In the table 0 says that there is no entry.
enum Value { OPEN = 0, LOST = 1, WON = 2 };

// crates/games/src/breakthrough/exchange.rs: own men two steps from their goal, enemies on the row
// that they are about to enter, and on the goal row.
inline bool wins_by_exchange(u32 own, u32 enemy_ahead, u32 enemy_home) {
    u32 left_taker = enemy_home << 1 & FULL, right_taker = enemy_home >> 1;
    u32 none = ~(left_taker | right_taker), at_most_one = ~(left_taker & right_taker);
    u32 left = own << 1 & FULL, right = own >> 1, straight = own & ~enemy_ahead;
    u32 by_straight = straight & (none | (at_most_one & (left | right)) | (left & right));
    u32 by_diagonal = ((left | right) & none) | (left & right & at_most_one);
    return (by_straight | by_diagonal) != 0;
}

// The value that the rules settle, or that static knowledge sees.
inline Value judge(Position position) {
    u64 own = position.own, enemy = position.enemy;
    if (enemy & HOME || own == 0) return LOST;
    if (own & (GOAL | OWN_THRESHOLD) || enemy == 0) return WON;
    u64 threat = enemy & ENEMY_THRESHOLD;
    if (threat != 0) {
        Targets targets = targets_of(own, enemy);
        bool parried = (threat & (threat - 1)) == 0 && ((targets.left | targets.right) & threat) != 0;
        return parried ? OPEN : LOST;
    }
    bool wins = wins_by_exchange(row_of_men(own, ROWS - 3), row_of_men(enemy, ROWS - 2),
                                 row_of_men(enemy, ROWS - 1));
    return wins ? WON : OPEN;
}

// The squares worth going to in an open position: the man to be taken, or all.
inline u64 wanted(Position position) {
    u64 threat = position.enemy & ENEMY_THRESHOLD;
    return threat != 0 ? threat : ~0ull;
}

inline int count_candidates(Position position) {
    Targets targets = targets_of(position.own, position.enemy);
    u64 squares = wanted(position);
    return count(targets.straight & squares) + count(targets.left & squares) +
           count(targets.right & squares);
}

// What a row's squares are worth as ternary digits, the first file the least, and in the mirror.
struct Digits {
    u16 here[1 << COLUMNS], mirrored[1 << COLUMNS];
};

inline void fill_digits(Digits& digits, u32 squares) {
    u32 here = 0, mirrored = 0, power = 1;
    for (int file = 0; file < COLUMNS; file++, power *= 3) {
        here += (squares >> file & 1) * power;
        mirrored += (squares >> (COLUMNS - 1 - file) & 1) * power;
    }
    digits.here[squares] = here;
    digits.mirrored[squares] = mirrored;
}

constexpr u64 power_of_3(int exponent) { return exponent == 0 ? 1 : 3 * power_of_3(exponent - 1); }

inline u64 mirrored_row(u64 row) { return turned(row) >> (CELLS - COLUMNS); }

// The exact code of a position that is not over (crates/games/src/breakthrough/index.rs): the smaller of
// the board's and its mirror image's, with White going up.
inline u64 code_of(const Digits& digits, Position position, bool is_white) {
    u64 white = is_white ? position.own : turned(position.enemy);
    u64 black = is_white ? position.enemy : turned(position.own);
    u64 here = row_of_men(black, ROWS - 1), mirrored = mirrored_row(here);
    for (int row = ROWS - 2; row >= 1; row--) {
        u32 of_white = row_of_men(white, row), of_black = row_of_men(black, row);
        here = here * power_of_3(COLUMNS) + digits.here[of_white] + 2u * digits.here[of_black];
        mirrored =
            mirrored * power_of_3(COLUMNS) + digits.mirrored[of_white] + 2u * digits.mirrored[of_black];
    }
    u64 home = row_of_men(white, 0);
    here = here << COLUMNS | home;
    mirrored = mirrored << COLUMNS | mirrored_row(home);
    return (here < mirrored ? here : mirrored) << 1 | (u64)is_white;
}
