// Which move to try first: the features of crates/games/src/breakthrough/order.rs. Their weights are
// the game's, and come before this file as WEIGHT_CAPTURE, WEIGHT_ROWS, ...
#pragma once
#include "rules.h"

// How far each side's zone falls short of a run that nobody can stop.
struct Margins {
    int own, enemy;
};

inline u64 ahead(u64 men) {
    return (men & NOT_FIRST) << (COLUMNS - 1) | (men & NOT_LAST) << (COLUMNS + 1);
}
inline u64 behind(u64 men) {
    return (men & NOT_FIRST) >> (COLUMNS + 1) | (men & NOT_LAST) >> (COLUMNS - 1);
}

// The squares ahead of a man on its own file and the two beside it.
inline u64 cone_of(u64 man) {
    u64 files = man | (man & NOT_FIRST) >> 1 | (man & NOT_LAST) << 1;
    u64 cone = 0;
    for (int row = 1; row < ROWS; row++) {
        files = files << COLUMNS & BOARD;
        cone |= files;
    }
    return cone;
}

// What a move is worth; `next` is the position after it, and `margins` are those of `next`.
inline int score_of(Position position, Move move, Position next, Margins margins) {
    u64 own = position.own, enemy = position.enemy;
    u64 from = 1ull << from_of(move), to = 1ull << to_of(move);
    int row = to_of(move) / COLUMNS, file = to_of(move) % COLUMNS, left = ROWS - 1 - row;
    bool captures = (enemy & to) != 0;
    u64 rest = own & ~from;
    u64 attacked = behind(enemy);
    int attackers = count(ahead(to) & enemy), defenders = count(behind(to) & rest);
    u64 abandoned = ahead(from) & attacked & own & ~ahead(rest | to);
    Targets targets = targets_of(rest | to, enemy & ~to);
    u64 beside = (to & NOT_FIRST) >> 1 | (to & NOT_LAST) << 1;
    int edge = file < COLUMNS - 1 - file ? file : COLUMNS - 1 - file;
    int score = 0;
    score += WEIGHT_CAPTURE * captures;
    score += WEIGHT_CAPTURED_ROWS * (captures ? left : 0);
    score += WEIGHT_ROWS * row;
    score += WEIGHT_ONE_STEP_LEFT * (left == 1);
    score += WEIGHT_TWO_STEPS_LEFT * (left == 2);
    score += WEIGHT_HANGING * (attackers > 0 && defenders == 0);
    score += WEIGHT_EXCHANGE * (attackers > 0 && defenders > 0);
    score += WEIGHT_ATTACKERS_LESS_DEFENDERS * (attackers - defenders);
    score += WEIGHT_ESCAPE * ((attacked & from) != 0);
    score += WEIGHT_LEAVES_HOME * (row == 1);
    score += WEIGHT_ABANDONED * count(abandoned);
    score += WEIGHT_ATTACKS * attackers;
    score += WEIGHT_PASSED * ((cone_of(to) & enemy) == 0);
    score += WEIGHT_STRAIGHT * ((move & 3) == 0);
    score += WEIGHT_FILES_TO_EDGE * edge;
    score += WEIGHT_NEIGHBOURS * count(beside & rest);
    score += WEIGHT_REPLIES * count_candidates(next);
    score += WEIGHT_CAPTURES_LEFT * count(behind(enemy & ~to) & (rest | to));
    score += WEIGHT_OWN_MOVES * (count(targets.straight) + count(targets.left) + count(targets.right));
    // The opponent is to move in `next`.
    score += WEIGHT_OWN_MARGIN * margins.enemy;
    score += WEIGHT_ENEMY_MARGIN * margins.own;
    return score;
}
