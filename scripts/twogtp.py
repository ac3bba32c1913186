#!/usr/bin/env python3
"""Games between two GTP programs, line by line as gogui-twogtp plays them; any error ends the script.

    scripts/twogtp.py [--games N] [--black PLAYER] [--white PLAYER] [GAME ..]
    scripts/twogtp.py --size N [--komi K] [--games N] --programs COMMAND COMMAND

Without programs, andor plays against itself: each GAME (LOA, checkers, Breakthrough, Surakarta, Connect Four
and Go, if none is named) N (10) times, the colours of the players by turns. It is $ANDOR, or
target/release/andor.

What gogui-twogtp does: it knows a square board of points without a column I, Black and White by turns from
the first move on, `pass` and `resign`. Each program is asked for its move by `genmove` and is told the other's
by `play`; two passes in a row or `resign` end the game, and after two passes both say `final_score`. An
answer with `?`, a move that is no vertex of the board and more than 1000 moves are errors. Stricter than
that, the two final scores must agree, and when andor resigns its board must say who has won.
"""

import argparse, os, shlex, subprocess, sys

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
MOST_MOVES = 1000
GAMES = {"loa": 8, "checkers": 8, "breakthrough": 8, "surakarta": 6, "connect-four": 7, "go:9x9": 9}


class Program:
    """One side."""

    def __init__(self, words):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True)
        self.commands = self.ask("list_commands").split()

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"{command}: the program has gone")
            if line == "\n":
                break
            lines.append(line.rstrip("\n"))
        answer = "\n".join(lines)
        if not answer.startswith("="):
            raise SystemExit(f"{command}: {answer}")
        return answer[1:].strip()

    def close(self):
        self.ask("quit")
        if self.process.wait(timeout=30) != 0:
            raise SystemExit("a program ended badly")


def is_vertex(move, size):
    column, row = LETTERS.find(move[:1].upper()), move[1:]
    return 0 <= column < size and row.isdigit() and 1 <= int(row) <= size


def play(black, white, size, komi):
    """One game: its result and its moves."""
    for program in (black, white):
        program.ask(f"boardsize {size}")
        program.ask("clear_board")
        if komi is not None and "komi" in program.commands:
            program.ask(f"komi {komi}")
    said = []
    while said[-2:] != ["pass", "pass"]:
        if len(said) > MOST_MOVES:
            raise SystemExit("move limit exceeded: " + " ".join(said))
        colour, mover, other = [("b", black, white), ("w", white, black)][len(said) % 2]
        move = mover.ask(f"genmove {colour}").lower()
        if move == "resign":
            winner = {"b": "W", "w": "B"}[colour]
            for program in (black, white):
                name = {"W": "White wins", "B": "Black wins"}[winner]
                known = "gogui-rules_final_result" in program.commands
                if known and program.ask("gogui-rules_final_result") != name:
                    raise SystemExit(f"{colour} resigns, and nobody has won: " + " ".join(said))
            return winner + "+R", said
        if move != "pass" and not is_vertex(move, size):
            raise SystemExit(f"played invalid move: {move}")
        other.ask(f"play {colour} {move}")
        said.append(move)
    scores = [program.ask("final_score") for program in (black, white)]
    if scores[0] != scores[1]:
        raise SystemExit(f"two results, {scores}: " + " ".join(said))
    return scores[0], said


def match(words, size, komi, games):
    programs = [Program(words[0]), Program(words[1])]
    results = []
    for game in range(games):
        black, white = programs if game % 2 == 0 else programs[::-1]
        result, said = play(black, white, size, komi)
        results.append(f"{result} ({len(said)})")
    for program in programs:
        program.close()
    return results


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    andor = os.environ.get("ANDOR", os.path.join(here, "..", "target", "release", "andor"))
    parser = argparse.ArgumentParser(description="Plays GTP programs as gogui-twogtp does.")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--black", default="mia:depth=2")
    parser.add_argument("--white", default="random")
    parser.add_argument("--size", type=int)
    parser.add_argument("--komi")
    parser.add_argument("--programs", nargs=2, metavar="COMMAND")
    parser.add_argument("names", nargs="*", metavar="GAME")
    options = parser.parse_args()
    if options.programs:
        words = [shlex.split(command) for command in options.programs]
        if not options.size:
            parser.error("--programs needs --size")
        print("results (moves said):", *match(words, options.size, options.komi, options.games))
        return
    for name in options.names or GAMES:
        engine = [andor, "engine", "--protocol", "gtp", "--gtp-moves", "half-pass", "--game", name]
        words = [engine + ["--player", player] for player in (options.black, options.white)]
        size = options.size or GAMES.get(name)
        if not size:
            parser.error(f"--size of {name}?")
        results = match(words, size, options.komi, options.games)
        print(f"{name}: {options.games} games, no error:", *results, flush=True)


if __name__ == "__main__":
    sys.exit(main())
