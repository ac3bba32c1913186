// The table of solved values: what crates/prove/src/boolean/bucket.rs and table.rs say, in buckets of one
// memory sector.
//
//     [ place: 56 bits | work: 6 | value: 2 ]        value 0: no entry, 1: lost, 2: won
//
// Codes are mixed by a bijection and then are the entry's name, so no position is taken for another one.
// A word is read and written whole: whatever a worker reads was once written by one, a true value of
// the position it names. Workers that store at the same time may overwrite each other; then something
// is forgotten.
//
// CODE_BITS, at most 56, comes before this file.
#pragma once
#include "rules.h"

constexpr int BUCKET = 4;
constexpr u64 NAME = ~255ull;

struct Table {
    u64* words;
    u64 buckets;
};

// A bijection of words of CODE_BITS bits.
inline u64 mixed(u64 code) {
    constexpr u64 MASK = ~0ull >> (64 - CODE_BITS);
    constexpr int HALF = (CODE_BITS + 1) / 2;
    u64 word = code ^ code >> HALF;
    word = word * 0xbf58476d1ce4e5b9ull & MASK;
    word ^= word >> HALF;
    word = word * 0x94d049bb133111ebull & MASK;
    return word ^ word >> HALF;
}

inline u64 name_of(const Digits& digits, Position position, bool is_white) {
    return mixed(code_of(digits, position, is_white)) << (64 - CODE_BITS);
}

inline u64* bucket_of(const Table& table, u64 name) {
    return table.words + high_product(name, table.buckets) * BUCKET;
}

inline Value probe(const Table& table, u64 name) {
    const u64* bucket = bucket_of(table, name);
    u64 words[BUCKET];
    UNROLL for (int way = 0; way < BUCKET; way++) words[way] = read_shared(bucket + way);
    u32 value = OPEN;
    UNROLL for (int way = 0; way < BUCKET; way++)
        if ((words[way] & NAME) == name) value |= (u32)words[way] & 3;
    return (Value)value;
}

// Puts a value down: in the place of an older entry of the same position, in an empty place, or in the
// place of what took least work. Tells whether there is one entry more.
inline bool store(const Table& table, u64 name, Value value, u64 nodes) {
    u64 work = 0;
    for (; nodes != 0 && work < 63; nodes >>= 1) work++;
    u64* bucket = bucket_of(table, name);
    u64 words[BUCKET];
    UNROLL for (int way = 0; way < BUCKET; way++) words[way] = read_shared(bucket + way);
    u64 least_weight = ~0ull;
    int victim = 0;
    bool found = false;
    UNROLL for (int way = 0; way < BUCKET; way++) {
        u64 word = words[way], weight = (word & 3) == 0 ? 0 : 1 + (word >> 2 & 63);
        if ((word & 3) != 0 && (word & NAME) == name) {
            u64 before = word >> 2 & 63;
            work = work > before ? work : before;
            victim = way;
            found = true;
        } else if (!found && weight < least_weight) {
            least_weight = weight;
            victim = way;
        }
    }
    write_shared(bucket + victim, name | work << 2 | value);
    return !found && least_weight == 0;
}
