// One warp as the programs of this folder see it, on a card and on a processor.
//
// A worker is a warp of 32 lanes. What the lanes do side by side is written as
//
//     Lanes<int> score;
//     EACH_LANE { score[lane] = ...; }
//     meet();
//
// On a card every lane has its own value and does the line once; on a processor there is an array and
// a loop, so that everything here is tested where there is no card. `meet` ends a part in which lanes
// write what other lanes read.
#pragma once

typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned char u8;

#ifdef __CUDACC__

#define ALWAYS __forceinline__
#define UNROLL _Pragma("unroll")

inline int this_lane() { return threadIdx.x & 31; }

template <typename T> struct Lanes {
    T value;
    T& operator[](int) { return value; }
};

#define EACH_LANE for (int lane = this_lane(), once = 1; once; once = 0)
#define ONE_LANE if (this_lane() == 0)

inline void meet() { __syncwarp(); }
inline u32 ballot(Lanes<bool>& is) { return __ballot_sync(~0u, is.value); }
inline u32 least(Lanes<u32>& of) { return __reduce_min_sync(~0u, of.value); }

inline int count(u64 squares) { return __popcll(squares); }
inline int lowest(u64 squares) { return __ffsll(squares) - 1; }
inline int highest(u64 squares) { return 63 - __clzll(squares); }
inline u64 reversed(u64 squares) { return __brevll(squares); }
inline u64 high_product(u64 a, u64 b) { return __umul64hi(a, b); }

// Words that others change meanwhile: past the caches that other multiprocessors do not see.
inline u64 read_shared(const u64* word) { return __ldcg(word); }
inline u32 read_shared(const u32* word) { return __ldcg(word); }
inline void write_shared(u64* word, u64 value) { __stcg(word, value); }
inline void add_shared(u32* word, int more) { atomicAdd(word, (u32)more); }
inline void add_shared(u64* word, u64 more) { atomicAdd(word, more); }
inline void or_shared(u32* word, u32 bits) { atomicOr(word, bits); }

#else

#define ALWAYS inline
#define UNROLL _Pragma("GCC unroll 8")

template <typename T> struct Lanes {
    T values[32];
    T& operator[](int lane) { return values[lane]; }
};

#define EACH_LANE for (int lane = 0; lane < 32; lane++)
#define ONE_LANE

inline void meet() {}
inline u32 ballot(Lanes<bool>& is) {
    u32 all = 0;
    for (int lane = 0; lane < 32; lane++) all |= (u32)is[lane] << lane;
    return all;
}
inline u32 least(Lanes<u32>& of) {
    u32 found = ~0u;
    for (int lane = 0; lane < 32; lane++) found = of[lane] < found ? of[lane] : found;
    return found;
}

inline int count(u64 squares) { return __builtin_popcountll(squares); }
inline int lowest(u64 squares) { return __builtin_ctzll(squares); }
inline int highest(u64 squares) { return 63 - __builtin_clzll(squares); }
inline u64 reversed(u64 squares) {
    u64 image = 0;
    for (int square = 0; square < 64; square++) image |= (squares >> square & 1) << (63 - square);
    return image;
}
inline u64 high_product(u64 a, u64 b) { return (u64)((unsigned __int128)a * b >> 64); }

inline u64 read_shared(const u64* word) { return *word; }
inline u32 read_shared(const u32* word) { return *word; }
inline void write_shared(u64* word, u64 value) { *word = value; }
inline void add_shared(u32* word, int more) { *word += more; }
inline void add_shared(u64* word, u64 more) { *word += more; }
inline void or_shared(u32* word, u32 bits) { *word |= bits; }

#endif
