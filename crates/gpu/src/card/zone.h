// Zone tables: how they are read, and how a state is filled. What an entry means and why it is true is
// the header of crates/tables/src/zone/mod.rs; numbers and bytes are those of shape.rs there.
//
// The states are filled in layers. A man in the zone has a weight, the more the further it has to go:
//
//     zone row            0    1    2  ..  k - 1
//     defender            k   k-1  k-2 ..    1
//     attacker            -    -    2  ..  k - 1
//
// Every move of either side makes the sum smaller (a man that leaves the quiet rows, or is taken, takes
// its whole weight along), so the states with the same sum do not need each other.
//
// DEPTH, the rows of a zone, comes before this file; 0 is no zone.
#pragma once
#include "order.h"

#if DEPTH

constexpr int CAP = ROWS - DEPTH - 1;
constexpr u32 FREE = CAP, NEVER = CAP + 1;
constexpr u32 CODE = NEVER <= 1 ? 1 : NEVER <= 3 ? 2 : 4;
constexpr u32 CODE_MASK = (1u << CODE) - 1;
constexpr u32 PER_BYTE = 8 / (2 * CODE);
// Less than 2^32: the host sees to it.
constexpr u64 WITHIN = power_of_3(COLUMNS * (DEPTH - 2));
constexpr u64 BLOCK_BYTES = (WITHIN * 2 * CODE + 7) / 8;
constexpr u32 row_weight(int row) { return (u32)power_of_3(COLUMNS * (DEPTH - 1 - row)); }
constexpr u32 all_empty() {
    u32 number = 0;
    for (int row = 2; row < DEPTH; row++) number += row_weight(row) * (((u32)power_of_3(COLUMNS) - 1) / 2);
    return number;
}

struct Codes {
    u32 attacker, defender;
};

inline Codes codes_at(const u8* table, u32 block, u32 index) {
    u32 both = table[(u64)block * BLOCK_BYTES + index / PER_BYTE] >> (index % PER_BYTE * 2 * CODE);
    return Codes{both & CODE_MASK, both >> CODE & CODE_MASK};
}

// One side's zone on a board, by rows from its goal.
struct Zone {
    u64 attackers, defenders;
    bool goes_up;
    int board_row(int row) const { return goes_up ? ROWS - 1 - row : row; }
    u32 attackers_at(int row) const { return row_of_men(attackers, board_row(row)); }
    u32 defenders_at(int row) const { return row_of_men(defenders, board_row(row)); }
};

// The code of the budget of the defender's men outside the zone.
inline u32 budget_of(const Zone& zone) {
    if (zone.goes_up) {
        u64 outside = zone.defenders & (~0ull >> (64 - COLUMNS * (CAP + 1)));
        return outside == 0 ? FREE : lowest(outside) / COLUMNS - 1;
    }
    u64 outside = zone.defenders >> (COLUMNS * DEPTH);
    return outside == 0 ? FREE : CAP - highest(outside) / COLUMNS - 1;
}

constexpr u64 squares_of_rows(int from, int to) {
    u64 squares = 0;
    for (int row = from; row < to; row++) squares |= squares_of_row(row);
    return squares;
}

// Whether attackers stand on the zone's quiet rows.
inline bool has_attackers(const Zone& zone) {
    u64 quiet = zone.goes_up ? squares_of_rows(ROWS - DEPTH, ROWS - 2) : squares_of_rows(2, DEPTH);
    return (zone.attackers & quiet) != 0;
}

inline u32 number_within(const Digits& digits, const Zone& zone) {
    u32 number = all_empty();
    for (int row = 2; row < DEPTH; row++) {
        number += row_weight(row) * digits.here[zone.defenders_at(row)];
        number -= row_weight(row) * digits.here[zone.attackers_at(row)];
    }
    return number;
}

inline u32 block_of(u32 top, u32 second) { return top << COLUMNS | second; }

// P1 of a zone without an attacker on the last row but one.
inline u32 attacker_code(const u8* table, const Digits& digits, const Zone& zone) {
    if (!has_attackers(zone)) return NEVER;
    u32 block = block_of(zone.defenders_at(0), zone.defenders_at(1));
    return codes_at(table, block, number_within(digits, zone)).attacker;
}

// P2 of a zone, quiet or not.
inline u32 defender_code(const u8* table, const Digits& digits, const Zone& zone) {
    u32 top = zone.defenders_at(0), second = zone.defenders_at(1), threats = zone.attackers_at(1);
    if (threats == 0) {
        if (!has_attackers(zone)) return NEVER;
        return codes_at(table, block_of(top, second), number_within(digits, zone)).defender;
    }
    // Everything but taking the only such man leaves P1 = 1.
    if (FREE == 0 && zone.defenders_at(DEPTH - 1) != 0) return NEVER;
    u32 worst = FREE < 1 ? FREE : 1;
    if (threats & (threats - 1)) return worst;
    u32 takers = top & (threats << 1 | threats >> 1) & FULL;
    while (takers != 0) {
        u32 taker = takers & (0 - takers);
        takers ^= taker;
        if (!has_attackers(zone)) return NEVER;
        u32 block = block_of(top ^ taker, second | threats);
        u32 code = codes_at(table, block, number_within(digits, zone)).attacker;
        worst = code > worst ? code : worst;
    }
    return worst;
}

// The value of a position that is not over, if the table tells; else the margins.
inline Value assess(const u8* table, const Digits& digits, Position position, Margins& margins) {
    Zone mine{position.own, position.enemy, true}, theirs{position.enemy, position.own, false};
    if (mine.attackers_at(1) != 0) return WON;
    u32 code = attacker_code(table, digits, mine), budget = budget_of(mine);
    if (code <= budget) return WON;
    margins.own = code - budget;
    code = defender_code(table, digits, theirs), budget = budget_of(theirs);
    if (code <= budget) return LOST;
    margins.enemy = code - budget;
    return OPEN;
}

// What filling takes: the attackers (low byte) and defenders (high byte) of a row by its ternary number.
inline u16 men_of_number(u32 number) {
    u32 attackers = 0, defenders = 0;
    for (int file = 0; file < COLUMNS; file++, number /= 3) {
        attackers |= (number % 3 == 0) << file;
        defenders |= (number % 3 == 2) << file;
    }
    return attackers | defenders << 8;
}

constexpr u32 power_of_file(int file) { return (u32)power_of_3(file); }

inline u32 budget_more(u32 code) { return code < FREE ? code + 1 : code; }
inline u32 exited(u32 code) { return code >= FREE ? NEVER : code; }
inline u32 greater(u32 a, u32 b) { return a > b ? a : b; }
inline u32 lesser(u32 a, u32 b) { return a < b ? a : b; }
inline u32 sideways(u32 man) { return (man << 1 | man >> 1) & FULL; }

// Both codes of a quiet state, from those of states with a smaller sum.
inline Codes fill_state(const u8* table, const u16* men_of, u32 block, u32 index) {
    u32 attackers[DEPTH], defenders[DEPTH];
    attackers[0] = attackers[1] = 0;
    defenders[0] = block >> COLUMNS;
    defenders[1] = block & FULL;
    UNROLL for (int row = 2; row < DEPTH; row++) {
        u32 men = men_of[index / row_weight(row) % (u32)power_of_3(COLUMNS)];
        attackers[row] = men & 255;
        defenders[row] = men >> 8;
    }
    // Step 1. P1: the attacker moves. First to the last row but one, a threat that must be met.
    u32 best = NEVER;
    for (u32 men = attackers[2]; men != 0; men &= men - 1) {
        int from = lowest(men);
        u32 man = 1u << from;
        u32 lower = index + row_weight(2) * power_of_file(from);
        for (u32 to = (man & ~defenders[1]) | sideways(man); to != 0; to &= to - 1) {
            u32 square = to & (0 - to);
            // Whatever the defender does but taking that man, P1 is 1 after it.
            u32 worst = budget_more(0);
            if (defenders[DEPTH - 1] != 0) worst = greater(worst, exited(0));
            for (u32 takers = defenders[0] & sideways(square); takers != 0; takers &= takers - 1) {
                u32 taker = takers & (0 - takers);
                u32 there = block_of(defenders[0] ^ taker, defenders[1] | square);
                worst = greater(worst, codes_at(table, there, lower).attacker);
            }
            best = lesser(best, worst);
        }
    }
    // Then within the lower rows.
    UNROLL for (int row = 3; row < DEPTH; row++) {
        for (u32 men = attackers[row]; men != 0 && best != 0; men &= men - 1) {
            int from = lowest(men);
            u32 man = 1u << from;
            u32 to = ((man & ~defenders[row - 1]) | sideways(man)) & ~attackers[row - 1];
            for (; to != 0; to &= to - 1) {
                int square = lowest(to);
                u32 taken = defenders[row - 1] >> square & 1;
                u32 there = index + row_weight(row) * power_of_file(from) -
                            row_weight(row - 1) * power_of_file(square) * (1 + taken);
                best = lesser(best, codes_at(table, block, there).defender);
            }
        }
    }
    // Step 2. P2: the defender passes, leaves the zone, or moves in it.
    u32 worst = budget_more(best);
    for (u32 men = defenders[DEPTH - 1]; men != 0 && worst != NEVER; men &= men - 1) {
        u32 there = index - row_weight(DEPTH - 1) * power_of_file(lowest(men));
        worst = greater(worst, exited(codes_at(table, block, there).attacker));
    }
    UNROLL for (int row = 0; row < DEPTH - 1; row++) {
        for (u32 men = defenders[row]; men != 0 && worst != NEVER; men &= men - 1) {
            int from = lowest(men);
            u32 man = 1u << from;
            u32 to = ((man & ~attackers[row + 1]) | sideways(man)) & ~defenders[row + 1];
            for (; to != 0; to &= to - 1) {
                int square = lowest(to);
                u32 there = block;
                u32 lower = index;
                if (row == 0) {
                    there ^= 1u << (COLUMNS + from) | 1u << square;
                } else {
                    u32 taken = attackers[row + 1] >> square & 1;
                    lower += row_weight(row + 1) * power_of_file(square) * (1 + taken);
                    if (row == 1) there ^= man;
                    else lower -= row_weight(row) * power_of_file(from);
                }
                worst = greater(worst, codes_at(table, there, lower).attacker);
            }
        }
    }
    return Codes{best, worst};
}

// Fills a state of a table that is still 0 there. Others fill its neighbours in the same word.
inline void put_state(u8* table, const u16* men_of, u32 block, u32 index) {
    Codes codes = fill_state(table, men_of, block, index);
    u64 byte = (u64)block * BLOCK_BYTES + index / PER_BYTE;
    u32 shift = (byte & 3) * 8 + index % PER_BYTE * 2 * CODE;
    u32 bits = (codes.attacker | codes.defender << CODE) << shift;
    if (bits != 0) or_shared((u32*)(table + (byte & ~3ull)), bits);
}

#endif
