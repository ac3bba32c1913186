"""Compares andor's legal moves and game ends with OpenSpiel's, on positions of random games.

Run it by scripts/compare-openspiel.sh, which builds andor and installs OpenSpiel.

Both programs are asked about the same positions: OpenSpiel by playing the game that leads there,
andor by the position's text (`andor show --batch`). Where the rules of the two differ, what andor
has to say is worked out from OpenSpiel's answer and the rule, and the case is counted under the
rule's name. Anything else that differs ends the program with exit code 1.
"""

import argparse
import collections
import copy
import json
import math
import platform
import random
import re
import subprocess
import sys
import time
from importlib.metadata import version

import pyspiel

SIMULTANEOUS = "LOA, both sides connected: the mover wins in OpenSpiel, a draw in andor"
NO_MOVE = "LOA, no legal move: a loss in OpenSpiel, a forced pass in andor"
REPETITION = "LOA, second occurrence of a position: the end in OpenSpiel, not yet in andor"
BOARD = "LOA, the same board with the other side to move: the end in OpenSpiel, nothing in andor"
LENGTH = "LOA, longest game: OpenSpiel ends it as a draw, andor has no such rule"
FIRST = "Breakthrough: the side at the top moves first in OpenSpiel, the side at the bottom in andor"
CHECKERS_FIRST = "checkers: the side at the bottom moves first in OpenSpiel, the side at the top in andor"
JUMPS = "checkers, captures of several jumps: one action a jump in OpenSpiel, one move in andor"
UNEVENTFUL = "checkers, forty moves without a capture: a draw in OpenSpiel, nothing in andor"
GO_REPETITION = "Go, a board that has been before: a draw in OpenSpiel, nothing yet in andor with ko=simple"
GO_LENGTH = "Go, longest game: OpenSpiel counts the area after 2 moves a point, andor has no such rule"
GO_LETTERS = "Go: OpenSpiel's files leave out the letter i, andor's do not"
GO_RULES = [GO_REPETITION, GO_LENGTH]
LOA_RULES = [SIMULTANEOUS, NO_MOVE, REPETITION, BOARD, LENGTH]

LOA_LONGEST = 1000


class Game:
    """A game as OpenSpiel names it, and as andor does, once for each set of rule options."""

    def __init__(self, openspiel, specs, letters):
        self.openspiel = pyspiel.load_game(openspiel)
        self.specs = specs
        self.letters = letters
        self.is_loa = openspiel.startswith("lines_of_action")
        self.is_go = openspiel.startswith("go(")

    def ranks(self, state):
        """The ranks of a state's board from the top, as OpenSpiel draws them."""
        return re.findall(r"^\s*\d+\s?([^\d\s]+)$", str(state), re.MULTILINE)

    def side(self, state):
        """Who is to move. The first player is Black in both games, at the top in Breakthrough."""
        return "bw"[len(state.history()) % 2]

    def winner(self, state):
        """Who has won a game that is over."""
        score = state.returns()[0]
        return "draw" if score == 0 else "b" if score > 0 else "w"

    def turns(self, state):
        """The states after each of the legal moves, in OpenSpiel's order."""
        return [state.child(action) for action in state.legal_actions()]

    def text(self, state):
        """The position of a state as andor writes it."""
        ranks = self.ranks(state)
        ranks = ["".join(self.letters[cell] for cell in rank) for rank in ranks]
        ranks = [re.sub(r"\.+", lambda run: str(len(run[0])), rank) for rank in ranks]
        text = "/".join(ranks) + " " + self.side(state)
        return text + self.go_words(state) if self.is_go else text

    def go_words(self, state):
        """The ko point and the passes of a state, which OpenSpiel does not show."""
        history = state.history()
        pass_action = self.openspiel.num_distinct_actions() - 1
        passes = 0
        while passes < len(history) and history[-1 - passes] == pass_action:
            passes += 1
        if passes:
            return f" passes={passes}"
        if not history:
            return ""
        before = self.openspiel.new_initial_state()
        for action in history[:-1]:
            before.apply_action(action)
        old, new = ("".join(reversed(self.ranks(s))) for s in (before, state))
        size = math.isqrt(len(new))
        gone = [n for n in range(len(new)) if old[n] != "+" and new[n] == "+"]
        near = [
            n
            for n in range(len(new))
            if abs(n // size - history[-1] // size) + abs(n % size - history[-1] % size) == 1
        ]
        alone = all(new[n] != new[history[-1]] for n in near)
        if len(gone) == 1 and alone and [n for n in near if new[n] == "+"] == gone:
            return f" ko={chr(ord('a') + gone[0] % size)}{gone[0] // size + 1}"
        return ""

    def moves(self, state):
        """The legal moves of a state that is not over, as andor writes them, sorted."""
        player = state.current_player()
        names = (state.action_to_string(player, action) for action in state.legal_actions())
        if self.is_go:
            return sorted(go_move(name) for name in names)
        return sorted(name if self.is_loa else with_separator(name) for name in names)


class Checkers(Game):
    """Checkers, where a move of several jumps is several actions of OpenSpiel.

    The board is left as it is: men that go up are white in andor."""

    def __init__(self):
        super().__init__("checkers", ["checkers"], {"o": "w", "8": "W", "+": "b", "*": "B", ".": "."})

    def side(self, state):
        if not state.is_terminal():
            return "wb"[state.current_player()]
        return "bw"[state.full_history()[-1].player]

    def winner(self, state):
        score = state.returns()[0]
        return "draw" if score == 0 else "w" if score > 0 else "b"

    def text(self, state):
        ranks = [line[1:] for line in str(state).splitlines()[:8]]
        ranks = ["".join(self.letters[cell] for cell in rank) for rank in ranks]
        ranks = [re.sub(r"\.+", lambda run: str(len(run[0])), rank) for rank in ranks]
        return "/".join(ranks) + " " + self.side(state)

    def paths(self, state):
        """The squares of every legal move, with the state it leads to."""
        player = state.current_player()
        found, open_ones = [], [([], state)]
        while open_ones:
            path, here = open_ones.pop()
            for action in reversed(here.legal_actions()):
                name = here.action_to_string(player, action)
                longer = (path or [name[:2]]) + [name[2:4]]
                child = here.child(action)
                if not child.is_terminal() and child.current_player() == player:
                    open_ones.append((longer, child))
                else:
                    found.append((longer, child))
        return found

    def turns(self, state):
        return [child for _, child in self.paths(state)]

    def moves(self, state):
        def written(path):
            is_jump = abs(int(path[0][1]) - int(path[1][1])) == 2
            return ("x" if is_jump else "-").join(path)

        return sorted(written(path) for path, _ in self.paths(state))


def go_move(name):
    """B j9 is i9 in andor, B PASS is pass."""
    point = name.split()[1].lower()
    return point if point == "pass" or point[0] < "i" else chr(ord(point[0]) - 1) + point[1:]


def with_separator(name):
    """a7b6* is a7xb6 in andor, a7a6 is a7-a6."""
    return name[:2] + ("x" if name.endswith("*") else "-") + name[2:4]


GO_STONES = {"X": "b", "O": "w", "+": "."}

GAMES = [
    Game(
        f"lines_of_action(max_game_length={LOA_LONGEST})",
        ["loa:8x8", "loa:8x8,simultaneous=mover,no-move=loss"],
        {"x": "b", "o": "w", ".": "."},
    ),
    Game("breakthrough(rows=8,columns=8)", ["breakthrough:8x8"], {c: c for c in "bw."}),
    Game("breakthrough(rows=6,columns=6)", ["breakthrough:6x6"], {c: c for c in "bw."}),
    Checkers(),
    Game("go(board_size=5,komi=0.5)", ["go:5x5,ko=simple,komi=0.5"], GO_STONES),
    Game("go(board_size=9,komi=0.5)", ["go:9x9,ko=simple,komi=0.5"], GO_STONES),
]


def connected(position, man):
    """Whether all men of a side are in one group, over edges or corners. (Plain flood fill.)"""
    cells = set()
    for row, rank in enumerate(position.split()[0].split("/")):
        column = 0
        for letter in re.findall(r"\d+|[bw]", rank):
            if letter == man:
                cells.add((row, column))
            column += int(letter) if letter.isdigit() else 1
    group, front = set(), [min(cells)] if cells else []
    while front:
        here = front.pop()
        if here in cells and here not in group:
            group.add(here)
            front += [(here[0] + a, here[1] + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
    return group == cells


class Case:
    """A position and what OpenSpiel says about it."""

    def __init__(self, game, state, before):
        self.position = game.text(state)
        self.over = state.is_terminal()
        self.moves = [] if self.over else game.moves(state)
        self.repeats = self.position in before
        self.first_moves = before.get(self.position, [])
        self.board_repeats = other_side(self.position) in before
        self.at_limit = len(state.history()) >= (
            game.openspiel.max_game_length() if game.is_go else LOA_LONGEST
        )
        self.winner = game.winner(state)
        self.long_captures = sum(move.count("x") > 1 for move in self.moves)

    def expected(self, game, spec):
        """andor's answer as it should be (outcome, moves), and the rule that made a difference.

        No moves are expected (None) where OpenSpiel cannot be asked for them."""
        if not self.over:
            return None, self.moves, None
        if isinstance(game, Checkers) and self.winner == "draw":
            return None, self.first_moves if self.repeats else None, UNEVENTFUL
        if game.is_go and not self.position.endswith("passes=2"):
            # Komi is half a point: an even score is never a draw.
            return None, None, GO_REPETITION if self.winner == "draw" else GO_LENGTH
        if not game.is_loa:
            return self.winner, [], None
        if self.winner == "draw" and self.repeats:
            return None, self.first_moves, REPETITION
        if self.winner == "draw" and self.board_repeats:
            return None, None, BOARD
        if self.winner == "draw" and self.at_limit:
            return None, None, LENGTH
        sides = [connected(self.position, man) for man in "bw"]
        if spec == "loa:8x8" and all(sides):
            return "draw", [], SIMULTANEOUS
        if spec == "loa:8x8" and self.winner != "draw" and not any(sides):
            return None, ["pass"], NO_MOVE
        return self.winner, [], None


def collect(game, count, seed):
    """`count` different positions of random games, and all ends of the game one move from them."""
    chance = random.Random(seed)
    positions, ends, repeated = {}, {}, []
    games = 0
    while len(positions) < count:
        games += 1
        state = game.openspiel.new_initial_state()
        before = {}
        while True:
            case = Case(game, state, before)
            if case.over and case.repeats:
                # The same position as before: asked about once more, but not counted as new.
                repeated.append(case)
            elif case.position not in positions and len(positions) < count:
                positions[case.position] = case
                for child in [] if case.over else game.turns(state):
                    if child.is_terminal():
                        end = Case(game, child, before | {case.position: case.moves})
                        ends.setdefault((end.position, end.repeats), end)
            if case.over:
                break
            before[case.position] = case.moves
            state = chance.choice(game.turns(state))
    return games, list(positions.values()), list(ends.values()) + repeated


def ask(andor, spec, cases):
    """andor's answers about all cases, in order."""
    lines = "".join(json.dumps({"position": case.position}) + "\n" for case in cases)
    command = [andor, "show", spec, "--batch", "-"]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode not in (0, 2) or len(answers) != len(cases):
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr}")
    return answers


def differences(game, spec, cases, answers):
    """What differs, a line each; and how often each rule made a difference."""
    found, rules = [], collections.Counter()
    for case, answer in zip(cases, answers):
        outcome, moves, rule = case.expected(game, spec)
        rules[rule] += rule is not None
        here = f"{spec} {case.position}"
        if "error" in answer:
            found.append(f"{here}: andor says {answer['error']}")
            continue
        if answer["position"] != case.position or answer["side"] != case.position.split()[1]:
            found.append(f"{here}: andor shows {answer['position']}")
        if answer["outcome"] != outcome:
            found.append(f"{here}: outcome {answer['outcome']} in andor, {outcome} expected")
        if moves is not None and sorted(answer["moves"]) != moves:
            only_andor = sorted(set(answer["moves"]) - set(moves))
            only_openspiel = sorted(set(moves) - set(answer["moves"]))
            found.append(
                f"{here}: only andor has {only_andor}, only OpenSpiel has {only_openspiel}"
                if only_andor or only_openspiel
                else f"{here}: a move comes twice"
            )
    return found, rules


def self_test(andor, count, seed):
    """Wrong answers, one at a time: each has to be found, and nothing else."""
    missed = tried = 0
    for game in GAMES:
        _, positions, ends = collect(game, count, seed)
        cases = positions + ends
        for spec in game.specs:
            answers = ask(andor, spec, cases)
            if differences(game, spec, cases, answers)[0]:
                sys.exit(f"{spec}: there are differences before anything was changed")
            chance = random.Random(seed)
            # Where OpenSpiel has no moves to compare with, no error in them can be found.
            known = [case.expected(game, spec)[1] is not None for case in cases]
            open_ones = [n for n, answer in enumerate(answers) if answer["moves"] and known[n]]
            over_ones = [n for n, answer in enumerate(answers) if answer["outcome"] in ("b", "w")]
            for name, numbers, change in [
                ("a move is left out", open_ones, lambda a: a["moves"].pop()),
                ("a move is added", open_ones, lambda a: a["moves"].append("a1-a9")),
                ("a move comes twice", open_ones, lambda a: a["moves"].append(a["moves"][0])),
                ("another move", open_ones, lambda a: a["moves"].__setitem__(0, "a1-a9")),
                ("a game that goes on is won", open_ones, lambda a: a.update(outcome="b")),
                ("the other side won", over_ones, lambda a: a.update(outcome=swap(a["outcome"]))),
                ("a won game is drawn", over_ones, lambda a: a.update(outcome="draw")),
                ("a won game goes on", over_ones, lambda a: a.update(outcome=None)),
            ]:
                number = chance.choice(numbers)
                wrong = list(answers)
                wrong[number] = copy.deepcopy(answers[number])
                change(wrong[number])
                found = differences(game, spec, cases, wrong)[0]
                tried += 1
                if len(found) != 1 or cases[number].position not in found[0]:
                    missed += 1
                    print(f"self-test: {spec}: {name}: not found", file=sys.stderr)
    print(f"self-test: {tried - missed} of {tried} wrong answers were found")
    return missed == 0


def rules_of(game, spec):
    """The rules on which the two programs differ."""
    if isinstance(game, Checkers):
        return [CHECKERS_FIRST, JUMPS, UNEVENTFUL]
    if game.is_go:
        return GO_RULES + ([GO_LETTERS] if spec.startswith("go:9x9") else [])
    if not game.is_loa:
        return [FIRST]
    own_options = spec == game.specs[0]
    return [rule for rule in LOA_RULES if own_options or rule not in (SIMULTANEOUS, NO_MOVE)]


def other_side(position):
    """The same board with the other side to move."""
    board, side = position.split()[:2]
    return f"{board} {swap(side)}"


def swap(player):
    return "w" if player == "b" else "b"


def openspiel_perft(state, depth):
    """Lines of `depth` moves; the last ply is counted in bulk, as andor does."""
    if state.is_terminal():
        return 0
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(openspiel_perft(state.child(action), depth - 1) for action in actions)


def measure(andor):
    """Leaves a second of both on LOA, by turns, the best of three; the counts must agree."""
    depth, deeper = 4, 5
    rates = {"OpenSpiel": 0.0, "andor": 0.0}
    for _ in range(3):
        start = time.perf_counter()
        ours = openspiel_perft(GAMES[0].openspiel.new_initial_state(), depth)
        rates["OpenSpiel"] = max(rates["OpenSpiel"], ours / (time.perf_counter() - start))
        for plies in (depth, deeper):
            command = [andor, "perft", "loa:8x8", str(plies), "--json"]
            row = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
            if plies == depth and row["nodes"] != ours:
                sys.exit(f"perft {depth} of loa:8x8: OpenSpiel {ours}, andor {row['nodes']}")
        rates["andor"] = max(rates["andor"], row["nodes"] / row["seconds"])
    return depth, ours, rates


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--andor", required=True, help="the andor binary")
    parser.add_argument("--positions", type=int, default=20_000, help="positions a game")
    parser.add_argument("--seed", type=int, default=1969)
    parser.add_argument("--self-test", action="store_true", help="first see that errors are found")
    parser.add_argument("--report", help="write a page about it here")
    arguments = parser.parse_args()
    andor = arguments.andor
    if arguments.self_test and not self_test(andor, min(arguments.positions, 500), arguments.seed):
        return 1

    rows, failed = [], 0
    for game in GAMES:
        games, positions, ends = collect(game, arguments.positions, arguments.seed)
        cases = positions + ends
        for spec in game.specs:
            found, counted = differences(game, spec, cases, ask(andor, spec, cases))
            for line in found[:20]:
                print(f"difference: {line}", file=sys.stderr)
            failed += len(found)
            over = sum(case.over for case in cases)
            moves = sum(len(case.moves) for case in cases)
            if not game.is_loa:
                counted[GO_LETTERS if game.is_go else rules_of(game, spec)[0]] = games
            counted[JUMPS] = sum(case.long_captures for case in cases)
            rows.append((spec, games, len(positions), len(ends), over, moves, counted, len(found)))
            print(
                f"{spec}: {len(positions):,} positions of {games:,} games and {len(ends):,} ends "
                f"beside them, {moves:,} moves: {len(found)} differences"
            )
            for rule in rules_of(game, spec):
                print(f"  {counted[rule]:,} times: {rule}")
    speed = measure(andor)
    depth, leaves, rates = speed
    ratio = rates["andor"] / rates["OpenSpiel"]
    print(f"loa:8x8 perft {depth} = {leaves:,} in both; andor counts {ratio:,.0f} times as fast")
    if arguments.report and not failed:
        with open(arguments.report, "w", encoding="utf-8") as page:
            page.write(report(andor, arguments, rows, speed))
    return 1 if failed else 0


def report(andor, arguments, rows, speed):
    """The page docs/results/openspiel.md."""
    ours = subprocess.run([andor, "--version"], capture_output=True, text=True, check=True)
    depth, leaves, rates = speed
    table = "\n".join(
        f"| `{spec}` | {games:,} | {positions:,} | {ends:,} | {over:,} | {moves:,} | {differ} |"
        for spec, games, positions, ends, over, moves, _, differ in rows
    )
    by_rule = "\n".join(
        f"| `{spec}` | {rule} | {counted[rule]:,} |"
        for game in GAMES
        for spec, _, _, _, _, _, counted, _ in rows
        if spec in game.specs
        for rule in rules_of(game, spec)
    )
    return f"""# andor and OpenSpiel

OpenSpiel is a public collection of games with rules that were written without andor. This page
says how far the two agree. It is written by one command:

```sh
scripts/compare-openspiel.sh --report docs/results/openspiel.md
```

which builds andor, installs OpenSpiel into a Python environment that is thrown away afterwards, plays
random games in OpenSpiel, and asks both programs for the legal moves and the result in every position.
`scripts/compare-openspiel.sh --self-test` first changes answers of andor, one at a time, and fails
unless each change is reported. `scripts/deep-checks.sh` does both on 500 positions a game.

Versions: {ours.stdout.strip()}, OpenSpiel {version("open_spiel")}, Python {platform.python_version()}.
Seed {arguments.seed}.

## Legal moves and ends of the game

Positions are different from each other. The ends beside them are all the finished games that are one
move away from one of these positions, and the repetitions that ended a game.

| andor's game | random games | positions | ends beside them | over, of both | moves compared | differences |
|---|---|---|---|---|---|---|
{table}

Go is compared with simple ko: the ko point of a position is worked out from the last two boards. Lines of
Action is asked twice: with andor's own rules, and with the options that are OpenSpiel's rules.

## Where the rules differ

A difference that a rule explains is no error, but it is counted. What andor has to answer in such a
position follows from the rule, and is checked: after a repetition, for instance, the moves must be those
of the first time. Only where OpenSpiel ends a game because of the other side's board, of a board that has been
before in Go, or of its length, is nothing known to compare andor's moves with.

| andor's game | rule | times |
|---|---|---|
{by_rule}

A position's text says who is to move, so that the first player of Breakthrough and checkers matters only for
the initial position, once a game. OpenSpiel's boards of Breakthrough with fewer than six rows start with one
row of men and are not compared. A move of several jumps in checkers is put together from OpenSpiel's actions,
and counted above as often as there was one.

## Speed

Perft of `loa:8x8` from the initial position, the last ply counted in bulk by both, best of three runs by
turns on one machine. OpenSpiel is called from Python, as most of its users do.

| program | depth {depth} | leaves a second |
|---|---|---|
| OpenSpiel | {leaves:,} | {rates["OpenSpiel"]:,.0f} |
| andor | {leaves:,} | {rates["andor"]:,.0f} (measured at depth {depth + 1}) |

That is a factor of {rates["andor"] / rates["OpenSpiel"]:,.0f}.
"""


if __name__ == "__main__":
    sys.exit(main())
