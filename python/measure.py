"""What docs/results/python.md says, measured: games of OpenSpiel solved by andor and by exhaustive search of
OpenSpiel's own states in Python, and the speed of rules that are written in Python.

    scripts/python-tests.sh release && target/python/venv/bin/python python/measure.py
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "tests"))

import pyspiel  # noqa: E402
from games import Chomp, Dodgem, TicTacToe  # noqa: E402
from test_open_spiel import exhaustive, taken  # noqa: E402

import andor  # noqa: E402
from andor import open_spiel  # noqa: E402

#: Too large for the exhaustive search here.
LARGER = ["connect_four(rows=4,columns=4,x_in_row=3)", "connect_four(rows=4,columns=4)", "breakthrough(rows=5,columns=3)",
          "othello(board_size=4)"]


def main() -> None:
    print("| game | value | andor: nodes | seconds | exhaustive: states | seconds |\n|---|---|---|---|---|---|")
    for name in taken() + LARGER:
        try:
            game = pyspiel.load_game(name)
            wrapped = open_spiel.wrap(game)
        except (ValueError, pyspiel.SpielError) as refusal:
            print(f"| `{name}` | refused: {str(refusal).splitlines()[0]} | | | | |")
            continue
        solution = andor.solve(wrapped, time=60)
        states, seconds = "", ""
        if name not in LARGER:
            known: dict[tuple[str, int], float] = {}
            begun = time.perf_counter()
            value = exhaustive(game.new_initial_state(), known)
            seconds, states = f"{time.perf_counter() - begun:.2f}", f"{len(known):,}"
            assert solution.value == {1.0: "win", 0.0: "draw", -1.0: "loss"}[value], name
        print(f"| `{name}` | {solution.value} | {solution.nodes:,} | {solution.seconds:.2f} | {states} | {seconds} |", flush=True)
    print("\n| game in Python | nodes | seconds, certificate included | nodes/s |\n|---|---|---|---|")
    for own in [TicTacToe(), Dodgem(3), Chomp(4, 5)]:
        best, nodes = 1e9, 0
        for _ in range(5):
            begun = time.process_time()
            nodes = andor.solve(own).nodes
            best = min(best, time.process_time() - begun)
        print(f"| {own.spec()} | {nodes:,} | {best:.3f} | {nodes / best:,.0f} |")


if __name__ == "__main__":
    main()
