"""Games of one's own that the tests solve."""

from __future__ import annotations

from andor import Game
from andor.game import Result

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

Board = tuple[int, ...]


class TicTacToe(Game[Board, int]):
    """Nine cells: 0 is empty, the men of the side to move are 1, those of the other are 2."""

    repetition = "impossible"

    def initial(self) -> Board:
        return (0,) * 9

    def moves(self, position: Board) -> list[int]:
        return [cell for cell in range(9) if not position[cell]]

    def play(self, position: Board, move: int) -> Board:
        cells = [0 if man == 0 else 3 - man for man in position]
        cells[move] = 2
        return tuple(cells)

    def result(self, position: Board) -> Result | None:
        if any(position[a] == position[b] == position[c] == 2 for a, b, c in LINES):
            return "loss"
        return "draw" if 0 not in position else None


class Chomp(Game[tuple[int, ...], tuple[int, int]]):
    """A bar of chocolate: who takes the poisoned corner loses."""

    repetition, drawless = "impossible", True

    def __init__(self, rows: int = 3, columns: int = 4) -> None:
        self.rows, self.columns = rows, columns

    def spec(self) -> str:
        return f"chomp:{self.rows}x{self.columns}"

    def initial(self) -> tuple[int, ...]:
        return (self.columns,) * self.rows

    def moves(self, position: tuple[int, ...]) -> list[tuple[int, int]]:
        return [(r, c) for r, row in enumerate(position) for c in range(row)]

    def play(self, position: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        return tuple(row if r < move[0] else min(row, move[1]) for r, row in enumerate(position))

    def result(self, position: tuple[int, ...]) -> Result | None:
        return "win" if position[0] == 0 else None


Cars = tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]], int]


class Dodgem(Game[Cars, tuple[int, int, int, int]]):
    """Dodgem (Colin Vout, in Winning Ways): cars leave the board ahead; who has no move has won."""

    def __init__(self, size: int = 3) -> None:
        self.size = size

    def spec(self) -> str:
        return f"dodgem:{self.size}"

    def initial(self) -> Cars:
        right = frozenset((0, y) for y in range(1, self.size))
        up = frozenset((x, 0) for x in range(1, self.size))
        return right, up, 0

    def moves(self, position: Cars) -> list[tuple[int, int, int, int]]:
        right, up, turn = position
        own = up if turn else right
        steps = [(1, 0), (0, 1), (0, -1)] if turn == 0 else [(0, 1), (1, 0), (-1, 0)]
        taken, inside = right | up, range(self.size)
        found = []
        for x, y in sorted(own):
            for dx, dy in steps:
                leaves = (dx, dy) == steps[0] and (x, y)[turn] == self.size - 1
                if leaves or (x + dx in inside and y + dy in inside and (x + dx, y + dy) not in taken):
                    found.append((x, y, x + dx, y + dy))
        return found

    def play(self, position: Cars, move: tuple[int, int, int, int]) -> Cars:
        right, up, turn = position
        x, y, to_x, to_y = move
        own = (up if turn else right) - {(x, y)}
        if to_x < self.size and to_y < self.size:
            own |= {(to_x, to_y)}
        return (own, up, 1) if turn == 0 else (right, own, 0)

    def result(self, position: Cars) -> Result | None:
        return None if self.moves(position) else "win"
