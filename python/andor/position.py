"""A position of a game, with the moves before it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any, Union

from . import notebook
from ._andor import InputRefused, Line, Rules
from .game import Game

if TYPE_CHECKING:
    from .progress import Hears
    from .solution import Solution, Solutions

AnyGame = Union[str, Game[Any, Any]]


class Position:
    """A position of a game of andor, ``Position("loa", moves="b1-b3")``, or of one's own.

    Positions do not change: ``play`` gives another one.
    """

    __slots__ = ("_line",)
    _line: Line

    def __init__(
        self,
        game: AnyGame,
        position: Hashable | None = None,
        moves: str | Iterable[Hashable] = (),
        side: str | None = None,
    ) -> None:
        """The initial position, or the one that is handed in (a text; a value in a game of one's own, and
        there ``side``, ``"b"`` or ``"w"``, says who is to move); after these moves."""
        if isinstance(game, Game):
            rules = Rules.own(game)
            line = rules.position(None, []) if position is None else rules.place(position, side)
        elif isinstance(game, str):
            if position is not None and not isinstance(position, str):
                raise TypeError(f"a position of {game} is a text, not {position!r}")
            if side is not None:
                raise TypeError(f"a position of {game} says who is to move")
            line = Rules.named(game, position).position(position, [])
        else:
            raise TypeError(f"a game is a text such as \"loa:6x6\" or an andor.Game, not {game!r}")
        for move in moves.split() if isinstance(moves, str) else moves:
            line = _play(line, move)
        self._line = line

    @classmethod
    def _of(cls, line: Line) -> Position:
        position = cls.__new__(cls)
        position._line = line
        return position

    @property
    def game(self) -> str:
        """The spec string of the game, with the board always in it."""
        return self._line.rules.spec

    @property
    def text(self) -> str:
        """The position as text."""
        return self._line.text

    @property
    def value(self) -> Any:
        """The position as a game of one's own has it."""
        return self._line.value()

    @property
    def side(self) -> str:
        """Who is to move: ``"b"`` or ``"w"``."""
        return self._line.side

    @property
    def winner(self) -> str | None:
        """``"b"``, ``"w"`` or ``"draw"`` if the game is over."""
        return self._line.winner

    @property
    def moves(self) -> list[Any]:
        """The legal moves: texts, or as a game of one's own has them."""
        if self._line.rules.object is None:
            return list(self._line.legal())
        return [move for _, move in self._line.legal_values()] if self.winner is None else []

    @property
    def history(self) -> list[str]:
        """The moves that were played, as texts."""
        return self._line.played

    def play(self, *moves: Hashable) -> Position:
        """The position after these moves."""
        line = self._line
        for move in moves:
            line = _play(line, move)
        return Position._of(line)

    def undo(self) -> Position:
        """The position before the last move."""
        before = self._line.undo()
        if before is None:
            raise InputRefused("undo: no move was played")
        return Position._of(before)

    def perft(self, depth: int) -> int:
        """How many lines of so many plies there are."""
        return self._line.perft(depth)

    def solve(self, progress: Hears = None, **options: Any) -> Solution:
        """Who wins, with a verified certificate; see ``andor.solve``."""
        from .solution import solve

        return solve(self, progress=progress, **options)

    def every_move(self, progress: Hears = None, **options: Any) -> Solutions:
        """The position after each legal move, solved."""
        from .solution import every_move

        return every_move(self, progress=progress, **options)

    def __str__(self) -> str:
        return self._line.picture.rstrip("\n")

    def __repr__(self) -> str:
        return f"Position({self.game!r}, {self._line.asked!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.game, self._line.asked) == (other.game, other._line.asked)

    def __hash__(self) -> int:
        return hash((self.game, self._line.asked))

    def _repr_svg_(self) -> str:
        own = self._line.rules.object
        drawn = getattr(own, "svg", None)
        if drawn is not None:
            return str(drawn(self.value))
        return notebook.board(self._line.picture, self.side)


def _play(line: Line, move: Hashable) -> Line:
    """A line after a move: its text, or the move itself in a game of one's own."""
    if line.rules.object is not None:
        text = line.text_of(move)
        if text is not None:
            return line.play(text)
    if not isinstance(move, str):
        raise InputRefused(f"move {move!r} is not legal in {line.text!r}")
    return line.play(move)
