// The entry points of the programs of this folder on a card.
#include "search.h"

// One warp is one worker.
extern "C" __global__ void __launch_bounds__(WARPS * 32) search(Shared* shared, Worker* workers, u32 steps) {
    __shared__ Digits digits;
    __shared__ Desk desks[WARPS];
    for (u32 squares = threadIdx.x; squares <= FULL; squares += blockDim.x) fill_digits(digits, squares);
    __syncthreads();
    int warp = threadIdx.x / 32;
    u32 number = blockIdx.x * WARPS + warp;
    run_worker(*shared, workers[number], number, desks[warp], digits, steps);
}

#if DEPTH

// One layer: `starts` says where the states within a block of each sum begin in `states`.
extern "C" __global__ void fill_layer(u8* table, const u16* men_of, const u32* states, const u32* starts,
                                      u32 most, u32 layer, u32 parts) {
    u32 block = blockIdx.x / parts, part = blockIdx.x % parts;
    u32 sum = count(block >> COLUMNS) * DEPTH + count(block & FULL) * (DEPTH - 1);
    if (sum > layer || layer - sum > most) return;
    u32 end = starts[layer - sum + 1];
    for (u32 at = starts[layer - sum] + part * blockDim.x + threadIdx.x; at < end; at += parts * blockDim.x)
        put_state(table, men_of, block, states[at]);
}

#endif
