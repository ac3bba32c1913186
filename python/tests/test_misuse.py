"""A thousand random misuses: the interpreter lives, and nothing wrong is ever called verified."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from typing import Any

import pytest

import andor
from andor import Game, Position
from games import TicTacToe

MISUSES = int(os.environ.get("ANDOR_MISUSES", "1000"))

VALUES: list[Any] = [
    None, True, -1, 0, 1, 2**70, 0.5, float("nan"), float("inf"), "", "x", "\x00", "é" * 300, b"\xff", (), [], {},
    (1,), object(), int, Exception("x"), lambda *_: 1, range(3), frozenset([1]), {"a": 1}, Path("/no/such"),
]
NAMES = ["method", "goal", "nodes", "time", "memory", "threads", "proof", "checkpoint", "resume", "zone", "leaves",
         "epsilon", "progress", "tables", "moves", "position", "side", "no_such", "force", "leaf", "jobs"]


def _wrong_call(dice: random.Random) -> Any:
    value = dice.choice(VALUES)
    calls = [
        lambda: andor.solve(dice.choice([value, "breakthrough:3x4", "loa:4x4"]), nodes=500,
                            **{name: dice.choice(VALUES) for name in {dice.choice(NAMES)} - {"nodes"}}),
        lambda: Position("breakthrough:3x4").play(value),
        lambda: Position(value, dice.choice(VALUES), dice.choice(VALUES)),
        lambda: andor.Certificate(value),
        lambda: andor.Certificate.from_bytes(value),
        lambda: andor.Certificate.from_bytes(dice.randbytes(dice.randrange(300))).verify(),
        lambda: andor.Player(value, dice.choice(["loa", value])),
        lambda: andor.Player("random", "loa").think(value),
        lambda: andor.Match(value, "random", "breakthrough:3x4", games=dice.choice(VALUES[:8])).play()
        if value not in ("",) else None,
        lambda: andor.read_games(value),
        lambda: andor.sets(value),
        lambda: andor.experiments.run(value),
        lambda: andor.check(value),
        lambda: andor.solve_all([value]),
    ]
    return dice.choice(calls)


class Odd(TicTacToe):
    """Rules that answer nonsense now and then."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.rate = 10 ** -self.dice.uniform(1, 4)

    def _or_nonsense(self, answer: Any) -> Any:
        if self.dice.random() >= self.rate:
            return answer
        if self.dice.random() < 0.3:
            raise self.dice.choice([KeyError, MemoryError, StopIteration, RecursionError, KeyboardInterrupt])("odd")
        return self.dice.choice(VALUES)


for _name in ["initial", "moves", "play", "result", "key", "text", "move_text"]:

    def _odd(self: Any, *args: Any, _name: str = _name) -> Any:
        return self._or_nonsense(getattr(super(Odd, self), _name)(*args))

    setattr(Odd, _name, _odd)


def _liar(seed: int) -> Game[Any, Any]:
    """Rules whose key forgets some of the board, or some of the time, or changes."""
    dice = random.Random(seed)
    kind, cells = dice.randrange(4), sorted(dice.sample(range(9), dice.randrange(3, 9)))
    after = dice.randrange(5000)

    class Liar(TicTacToe):
        asked = 0

        def key(self, position: Any) -> Any:
            self.asked += 1
            if kind == 0:
                return tuple(position[cell] for cell in cells)
            if kind == 1:
                return hash(position) % 97
            if kind == 2:
                return position if self.asked < after else position[:5]
            return (position, self.asked // 500)

    return Liar()


def test_misuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    dice = random.Random(2026)
    raised = wrong = 0
    for number in range(MISUSES):
        try:
            match number % 4:
                case 0 | 1:
                    _wrong_call(dice)()
                case 2:
                    # What rules that answer nonsense come to need not be true: it ends, and nothing crashes.
                    andor.solve(Odd(number))
                case _:
                    solution = andor.solve(_liar(number))
                    wrong += solution.verified is not False and solution.value not in ("draw", "unknown")
        except KeyboardInterrupt as interrupt:
            assert str(interrupt) == "odd"
            raised += 1
        except Exception as error:
            assert type(error).__name__ != "PanicException", (number, error)
            raised += 1
        except BaseException as error:
            raise AssertionError((number, type(error), error)) from error
    assert wrong == 0
    assert raised > MISUSES // 3, raised


def test_many_threads_at_once() -> None:
    values: list[str] = []

    def work(number: int) -> None:
        game: Any = TicTacToe() if number % 2 else "tic-tac-toe"
        values.append(andor.solve(game).value)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert values == ["draw"] * 12


def test_one_game_in_many_threads() -> None:
    game, position = TicTacToe(), Position(TicTacToe())
    failed: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(3):
                assert position.solve().value == "draw"
                assert andor.solve(game).value == "draw"
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def test_a_search_within_rules_is_a_search() -> None:
    class Nested(TicTacToe):
        def evaluate(self, position: Any) -> float:
            return 10.0 if andor.solve("breakthrough:3x4").value == "win" else 0.0

    assert andor.solve(Nested(), method="ef-pn", nodes=300).row["nodes"] >= 300


def test_the_interpreter_ends_during_searches() -> None:
    code = """
        import threading, time, sys
        sys.path.insert(0, {tests!r})
        import andor
        from games import Dodgem
        def forever(game):
            try:
                andor.solve(game)
            except BaseException:
                pass
        for game in ["loa", "breakthrough:8x8", Dodgem(5), Dodgem(6)]:
            threading.Thread(target=forever, args=(game,), daemon=True).start()
        time.sleep({sleep})
    """
    for sleep in [0.0, 0.05, 0.3, 1.0]:
        text = textwrap.dedent(code.format(tests=str(Path(__file__).parent), sleep=sleep))
        run = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=120)
        assert run.returncode == 0, (sleep, run.returncode, run.stderr)


def _resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_memory_does_not_grow() -> None:
    if not Path("/proc/self/statm").exists():
        return
    solves = int(os.environ.get("ANDOR_SOLVES", "1000"))
    game, position = TicTacToe(), (1, 2, 1, 2, 1, 2, 0, 0, 0)
    end = (2, 1, 2, 1, 2, 1, 0, 0, 0)

    def work(times: int) -> None:
        for number in range(times):
            if number % 2:
                andor.solve(game, end if number % 4 == 1 else position)
            else:
                andor.solve("breakthrough:3x4")

    work(200)
    before = _resident()
    work(solves)
    grown = _resident() - before
    print(f"{grown:,} bytes after {solves:,} solves")
    assert grown < 8 << 20, grown
