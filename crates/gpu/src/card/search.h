// Boolean depth-first search by thousands of workers: crates/prove/src/boolean on a card.
//
// There are tasks, positions that are searched side by side: one root, or many leaves of somebody else's search.
// A worker is a warp, and its lanes are the moves of a position. It holds a path from its task's position; of
// each position of the path it knows which moves are still open. When its task is solved, it turns to another.
//
//     go on:   look all open moves up again: others may have solved them meanwhile
//              one leads to a lost position: won. None is left: lost.
//              else enter the first one, by the order of moves and by how many are inside already
//     enter:   judge all positions after the moves of this one at a glance, by the zone table, by the table
//              one is lost: won. All are won: lost. Else those that are left, ordered, join the path.
//     leave:   store the value, and go on with the position before
//
// Every so many steps a worker looks its whole path up, and goes back to what somebody else has solved.
//
// MOST_MOVES (at most 64) and MOST_PLIES, bounds for all positions below the root, PENALTY and
// BUSY_COUNTERS (a power of two) come before this file.
#pragma once
#include "table.h"
#include "zone.h"

// Steps between two looks along the path.
constexpr int LOOK_BACK = 32;

// What speaks against the move number `number`, with so many workers inside: the logarithm keeps the first
// moves ahead at the top, where thousands choose, and two workers apart further down.
inline u32 cost_of(u32 number, u32 inside) {
    return number + (inside == 0 ? 0 : PENALTY * (1 + highest(inside)));
}

// A position of the path. A child is the name of its position, with the move in the low byte.
struct Frame {
    u64 own, enemy, name;
    // The worker's nodes when it was entered.
    u64 began;
    // The moves that are not settled yet, and how many there were.
    u64 open;
    u32 children, chosen;
    u64 child[MOST_MOVES];
};

// A position that is searched.
struct Task {
    u64 own, enemy;
    u32 is_white;
    // Its value, once it is known.
    u32 value;
    u64 expanded;
};

struct Worker {
    u64 nodes;
    // Positions on the path; 0 before the task's position is entered.
    u64 length;
    // The number of its task.
    u32 task;
    Frame path[MOST_PLIES + 1];
};

// What all workers share, and the host reads.
struct Shared {
    u64 nodes, expanded, stored;
    Table table;
    u32* busy;
    const u8* zone;
    Task* tasks;
    u64 count;
};

// What a worker needs at hand: on a card in shared memory.
struct Desk {
    int scores[MOST_MOVES];
    u64 open[MOST_MOVES];
    u8 moves[MOST_MOVES];
};

// The part of a worker that a card keeps in registers.
struct Running {
    Worker& worker;
    Desk& desk;
    const Digits& digits;
    Shared& shared;
    u64 nodes, expanded, stored;
    int length;
    bool root_is_white;

    ALWAYS Task& task() const { return shared.tasks[worker.task]; }

    // Turns to a task that is open, the first one from this number on; none is left if that is false.
    ALWAYS bool take(u64 from) {
        u32 tasks = (u32)shared.count;
        for (u32 passed = 0; passed < tasks; passed += 32) {
            Lanes<bool> is;
            EACH_LANE {
                u64 at = (from + passed + lane) % tasks;
                is[lane] = passed + lane < tasks && read_shared(&shared.tasks[at].value) == OPEN;
            }
            u32 open = ballot(is);
            if (open == 0) continue;
            u32 taken = (u32)((from + passed + lowest(open)) % tasks);
            root_is_white = shared.tasks[taken].is_white != 0;
            meet();
            ONE_LANE { worker.task = taken; }
            meet();
            return true;
        }
        return false;
    }

    // Counts what was done for the task.
    ALWAYS void account() {
        ONE_LANE {
            add_shared(&task().expanded, expanded);
            add_shared(&shared.expanded, expanded);
        }
        expanded = 0;
    }

    // Whether White is to move in the position number `at` of the path.
    ALWAYS bool is_white(int at) const { return root_is_white == ((at & 1) == 0); }

    ALWAYS u32* counter(u64 name) const { return shared.busy + ((name >> 32) & (BUSY_COUNTERS - 1)); }

    // The moves of an open position, in the order of crates/games/src/breakthrough/fast.rs.
    ALWAYS int list_moves(Position position, bool white) {
        Targets targets = targets_of(position.own, position.enemy);
        u64 squares = wanted(position);
        u64 ways[3] = {targets.straight & squares, targets.left & squares, targets.right & squares};
        int straight = count(ways[0]), left = count(ways[1]), right = count(ways[2]);
        int before[3] = {0, white ? straight : straight + right, white ? straight + left : straight};
        EACH_LANE {
            for (int square = lane; square < CELLS; square += 32) {
                UNROLL for (int way = 0; way < 3; way++) {
                    if (ways[way] >> square & 1) {
                        int from = square - COLUMNS - (way == 2) + (way == 1);
                        int place = before[way] + count(ways[way] >> square) - 1;
                        desk.moves[place] = move_of(from, way);
                    }
                }
            }
        }
        meet();
        return straight + left + right;
    }

    // Enters an open position as the next one of the path, unless it is settled at one look.
    ALWAYS Value enter(Position position, u64 name) {
        bool white = is_white(length);
        int moves = list_moves(position, white), kept = 0;
        expanded++;
        u64 began = nodes;
        for (int first = 0; first < moves; first += 32) {
            Lanes<Value> value;
            Lanes<Position> next;
            Lanes<Margins> margins;
            Lanes<u64> names;
            Lanes<bool> is;
            nodes += moves - first < 32 ? moves - first : 32;
            // Step 1. What is seen at one look, and in the zones.
            EACH_LANE {
                value[lane] = WON;
                margins[lane] = Margins{0, 0};
                if (first + lane < moves) {
                    next[lane] = after(position, desk.moves[first + lane]);
                    value[lane] = judge(next[lane]);
#if DEPTH
                    if (value[lane] == OPEN)
                        value[lane] = assess(shared.zone, digits, next[lane], margins[lane]);
#endif
                }
                is[lane] = value[lane] == LOST;
            }
            if (ballot(is) != 0) return WON;
            // Step 2. What the table knows.
            EACH_LANE {
                if (value[lane] == OPEN) {
                    names[lane] = name_of(digits, next[lane], !white);
                    value[lane] = probe(shared.table, names[lane]);
                }
                is[lane] = value[lane] == LOST;
            }
            if (ballot(is) != 0) return WON;
            // Step 3. What is left, and what it is worth.
            EACH_LANE { is[lane] = value[lane] == OPEN; }
            u32 open = ballot(is);
            EACH_LANE {
                if (is[lane]) {
                    Move move = desk.moves[first + lane];
                    int place = kept + count(open & ((1u << lane) - 1));
                    desk.open[place] = names[lane] | move;
                    desk.scores[place] = score_of(position, move, next[lane], margins[lane]);
                }
            }
            kept += count(open);
        }
        meet();
        if (kept == 0) return LOST;
        // Step 4. In order, the first of equals first.
        Frame& frame = worker.path[length];
        EACH_LANE {
            for (int mine = lane; mine < kept; mine += 32) {
                int score = desk.scores[mine], place = 0;
                for (int other = 0; other < kept; other++) {
                    int its = desk.scores[other];
                    place += its > score || (its == score && other < mine);
                }
                frame.child[place] = desk.open[mine];
            }
        }
        ONE_LANE {
            frame.own = position.own;
            frame.enemy = position.enemy;
            frame.name = name;
            frame.began = began;
            frame.open = ~0ull >> (64 - kept);
            frame.children = kept;
            add_shared(counter(name), 1);
        }
        meet();
        length++;
        return OPEN;
    }

    ALWAYS void put_down(u64 name, Value value, u64 nodes_below) {
        ONE_LANE { stored += store(shared.table, name, value, nodes_below); }
    }

    ALWAYS void tell(Value value) {
        ONE_LANE { task().value = value; }
    }

    // Takes the last position off the path.
    ALWAYS void drop() {
        length--;
        u64 name = worker.path[length].name;
        ONE_LANE { add_shared(counter(name), -1); }
    }

    // Leaves the last position of the path, and every one before it that is settled by that.
    ALWAYS void leave(Value value) {
        for (;;) {
            drop();
            Frame& frame = worker.path[length];
            put_down(frame.name, value, nodes - frame.began);
            if (length == 0) {
                tell(value);
                return;
            }
            if (value == WON) {
                settle(worker.path[length - 1]);
                return;
            }
            value = WON;
        }
    }

    // The chosen move of a position leads to a won one.
    ALWAYS void settle(Frame& frame) {
        u64 open = frame.open & ~(1ull << frame.chosen);
        meet();
        ONE_LANE { frame.open = open; }
        meet();
    }

    // Goes on with the last position of the path; tells its value, once that is known.
    ALWAYS Value step() {
        Position position{task().own, task().enemy};
        u64 name;
        bool is_root = length == 0;
        if (is_root) {
            name = name_of(digits, position, root_is_white);
        } else {
            // Step 1. All open moves at once: which are settled by now, and how many are inside?
            Frame& frame = worker.path[length - 1];
            u64 open = frame.open;
            u32 children = frame.children, best = ~0u;
            for (u32 first = 0; first < children; first += 32) {
                if ((u32)(open >> first) == 0) continue;
                Lanes<Value> value;
                Lanes<u32> cost;
                Lanes<bool> is;
                EACH_LANE {
                    u32 number = first + lane;
                    value[lane] = OPEN;
                    cost[lane] = ~0u;
                    if (number < children && open >> number & 1) {
                        u64 name = frame.child[number] & NAME;
                        u32 inside = read_shared(counter(name));
                        value[lane] = probe(shared.table, name);
                        if (value[lane] == OPEN) cost[lane] = cost_of(number, inside) << 6 | number;
                    }
                    is[lane] = value[lane] == LOST;
                }
                if (ballot(is) != 0) return WON;
                EACH_LANE { is[lane] = value[lane] == WON; }
                open &= ~((u64)ballot(is) << first);
                u32 found = least(cost);
                best = found < best ? found : best;
            }
            if (open == 0) return LOST;
            u32 chosen = best & 63;
            u64 child = frame.child[chosen];
            position = after(Position{frame.own, frame.enemy}, (Move)(child & 255));
            name = child & NAME;
            meet();
            ONE_LANE {
                frame.open = open;
                frame.chosen = chosen;
            }
            meet();
        }
        // Step 2. Go in.
        u64 began = nodes;
        Value value = enter(position, name);
        if (value == OPEN) return OPEN;
        put_down(name, value, nodes - began);
        if (is_root) tell(value);
        else if (value == WON) settle(worker.path[length - 1]);
        return value == LOST && !is_root ? WON : OPEN;
    }

    // The value of the first solved position of the path, somebody else having done it, after all below
    // it has been dropped.
    ALWAYS Value look_back() {
        for (int first = 0; first < length; first += 32) {
            Lanes<Value> value;
            Lanes<bool> is;
            EACH_LANE {
                int at = first + lane;
                value[lane] = OPEN;
                if (at < length) value[lane] = probe(shared.table, worker.path[at].name);
                is[lane] = value[lane] != OPEN;
            }
            u32 known = ballot(is);
            if (known == 0) continue;
            int at = lowest(known);
            EACH_LANE { is[lane] = lane == at && value[lane] == WON; }
            Value its = ballot(is) != 0 ? WON : LOST;
            while (length > first + at + 1) drop();
            return its;
        }
        return OPEN;
    }

    // Makes so many steps, or fewer if all tasks are solved. `number` is the worker's own.
    ALWAYS void run(u32 steps, u32 number) {
        if (length > 0 && is_over()) give_up();
        if (length == 0 && !take(number)) return;
        for (u32 made = 1; made <= steps; made++) {
            Value value = OPEN;
            if (made % LOOK_BACK == 0) {
                if (is_over()) give_up();
                else value = look_back();
            } else {
                value = step();
            }
            if (value != OPEN) leave(value);
            if (length == 0) {
                account();
                if (!take(worker.task + 1 + number)) return;
            }
        }
    }

    // Whether somebody has solved the task.
    ALWAYS bool is_over() { return read_shared(&task().value) != OPEN; }

    ALWAYS void give_up() {
        while (length > 0) drop();
    }
};

// Goes on with a worker.
inline void run_worker(Shared& shared, Worker& worker, u32 number, Desk& desk, const Digits& digits, u32 steps) {
    bool is_white = shared.tasks[worker.task].is_white != 0;
    Running running{worker, desk, digits, shared, 0, 0, 0, (int)worker.length, is_white};
    running.nodes = worker.nodes;
    running.run(steps, number);
    running.account();
    ONE_LANE {
        add_shared(&shared.nodes, running.nodes - worker.nodes);
        add_shared(&shared.stored, running.stored);
        worker.nodes = running.nodes;
        worker.length = running.length;
    }
    meet();
}
