// The card's programs on a processor: reads commands, a line each, and answers a line each.
//
//     position OWN ENEMY WHITE            value, code, and per move in order: from, to, value, score
//     perft OWN ENEMY WHITE DEPTH         leaves
//     read OWN ENEMY                      the zone table's value and margins
//     fill                                the zone table, built layer by layer: the bytes in hexadecimal
//     table BUCKETS                       an empty table of values
//     task OWN ENEMY WHITE                one more position for the next search
//     search WORKERS STEPS ROUNDS         nodes, expanded, entries, and the value and expansions of each task
//     words                               the words of the table that are entries
#include "../src/card/search.h"
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

static Digits digits;
static std::vector<u8> zone;
static std::vector<u64> words;
static std::vector<Task> tasks;

static u64 perft(Position position, int depth) {
    if (depth == 0) return 1;
    u64 own = position.own, enemy = position.enemy;
    if ((enemy & HOME) || (own & GOAL) || !own || !enemy) return 0;
    Targets targets = targets_of(own, enemy);
    u64 ways[3] = {targets.straight, targets.left, targets.right}, leaves = 0;
    for (int way = 0; way < 3; way++)
        for (u64 to = ways[way]; to; to &= to - 1) {
            int from = lowest(to) - COLUMNS - (way == 2) + (way == 1);
            leaves += perft(after(position, move_of(from, way)), depth - 1);
        }
    return leaves;
}

#if DEPTH
static void fill() {
    std::vector<u16> men_of(power_of_3(COLUMNS));
    for (u32 number = 0; number < men_of.size(); number++) men_of[number] = men_of_number(number);
    zone.assign(((u64)1 << 2 * COLUMNS) * BLOCK_BYTES + 4, 0);
    auto sum_of = [&](u64 index) {
        int sum = 0;
        for (int row = 2; row < DEPTH; row++) {
            u32 men = men_of[index / row_weight(row) % power_of_3(COLUMNS)];
            sum += count(men & 255) * row + count(men >> 8) * (DEPTH - row);
        }
        return sum;
    };
    std::vector<int> sums(WITHIN);
    int most = 0;
    for (u64 index = 0; index < WITHIN; index++) most = std::max(most, sums[index] = sum_of(index));
    for (int layer = 0; layer <= most + COLUMNS * (2 * DEPTH - 1); layer++)
        for (u32 block = 0; block < 1u << 2 * COLUMNS; block++) {
            int sum = count(block >> COLUMNS) * DEPTH + count(block & FULL) * (DEPTH - 1);
            // Backwards: no state needs another one of its layer.
            for (u64 index = WITHIN; index-- > 0;)
                if (sums[index] == layer - sum) put_state(zone.data(), men_of.data(), block, index);
        }
    zone.resize(zone.size() - 4);
}
#endif

int main() {
    for (u32 squares = 0; squares <= FULL; squares++) fill_digits(digits, squares);
    std::string line(1 << 16, 0);
    while (fgets(line.data(), line.size(), stdin)) {
        char command[16] = "";
        Position position{};
        u64 a = 0, b = 0;
        sscanf(line.data(), "%15s %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64, command,
               (uint64_t*)&position.own, (uint64_t*)&position.enemy, (uint64_t*)&a, (uint64_t*)&b);
        std::string word = command;
        auto worker = std::make_unique<Worker>();
        Desk desk;
        Shared shared{};
        if (word == "perft") {
            printf("%llu\n", perft(position, b));
        } else if (word == "position") {
            Value value = judge(position);
            printf("%d %llu", value, value == OPEN ? code_of(digits, position, a != 0) : 0);
            Running running{*worker, desk, digits, shared, 0, 0, 0, 0, a != 0};
            int moves = value == OPEN ? running.list_moves(position, a != 0) : 0;
            for (int at = 0; at < moves; at++) {
                Position next = after(position, desk.moves[at]);
                Margins margins{0, 0};
                Value its = judge(next);
#if DEPTH
                if (its == OPEN) its = assess(zone.data(), digits, next, margins);
#endif
                int score = its == OPEN ? score_of(position, desk.moves[at], next, margins) : 0;
                printf(" %d %d %d %d", from_of(desk.moves[at]), to_of(desk.moves[at]), its, score);
            }
            puts("");
#if DEPTH
        } else if (word == "read") {
            Margins margins{0, 0};
            Value value = assess(zone.data(), digits, position, margins);
            printf("%d %d %d\n", value, margins.own, margins.enemy);
        } else if (word == "fill") {
            fill();
            for (u8 byte : zone) printf("%02x", byte);
            puts("");
#endif
        } else if (word == "table") {
            words.assign(position.own * BUCKET, 0);
            puts("");
        } else if (word == "task") {
            tasks.push_back(Task{position.own, position.enemy, (u32)a, OPEN, 0});
            puts("");
        } else if (word == "search") {
            std::vector<u32> busy(BUSY_COUNTERS);
            std::vector<Worker> workers(position.own);
            shared.table = Table{words.data(), words.size() / BUCKET};
            shared.busy = busy.data();
            shared.zone = zone.data();
            shared.tasks = tasks.data();
            shared.count = tasks.size();
            for (auto& one : workers) memset((void*)&one, 0, sizeof one);
            auto is_open = [](const Task& task) { return task.value == OPEN; };
            for (u64 round = 0; round < a && std::any_of(tasks.begin(), tasks.end(), is_open); round++)
                for (u32 number = 0; number < workers.size(); number++)
                    run_worker(shared, workers[number], number, desk, digits, position.enemy);
            printf("%llu %llu %llu", shared.nodes, shared.expanded, shared.stored);
            for (auto& task : tasks) printf(" %d %llu", task.value, task.expanded);
            puts("");
            tasks.clear();
        } else if (word == "words") {
            const char* before = "";
            for (u64 one : words)
                if (one != 0) printf("%s%llu", before, one), before = " ";
            puts("");
        } else {
            puts("?");
        }
        fflush(stdout);
    }
}
