"""Solving a position, and what comes of it."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable
from typing import Any

from . import _andor, notebook
from .position import AnyGame, Position
from .progress import Hears, hearing
from .proof import Certificate


class Solution:
    """What is known of a position: its fields are those of ``andor solve --json``."""

    __slots__ = ("row", "position", "certificate", "notes")

    def __init__(
        self,
        row: dict[str, Any],
        position: Position,
        certificate: Certificate | None,
        notes: list[str],
    ) -> None:
        #: The row, field by field.
        self.row = row
        #: The position that was asked about; after ``every_move`` the one before the move.
        self.position = position
        #: The certificate that was checked, if something was proved.
        self.certificate = certificate
        #: Remarks.
        self.notes = notes

    @property
    def value(self) -> str:
        """``win``, ``draw`` or ``loss`` of the side to move, or ``unknown``."""
        return str(self.row["value"])

    @property
    def winner(self) -> str | None:
        """``b``, ``w``, ``none`` for a draw; ``None`` where it is not known."""
        winner: str | None = self.row["winner"]
        return winner

    @property
    def best(self) -> str | None:
        """A move that keeps the value."""
        best: str | None = self.row["best"]
        return best

    @property
    def plies(self) -> int | None:
        """For a win, the most plies it takes."""
        plies: int | None = self.row["plies"]
        return plies

    @property
    def line(self) -> list[str]:
        """The line in which the loser holds out longest."""
        return list(self.row["line"])

    @property
    def nodes(self) -> int:
        """Children generated and tested for the end of the game."""
        return int(self.row["nodes"])

    @property
    def seconds(self) -> float:
        """Search and extraction."""
        return float(self.row["seconds"])

    @property
    def verified(self) -> bool | str:
        """``True``, ``"conditional"`` or ``False``: whether the certificate was checked, and all it rests on."""
        verified: bool | str = self.row["verified"]
        return verified

    def __getitem__(self, field: str) -> Any:
        return self.row[field]

    def keys(self) -> list[str]:
        """The fields of the row: ``dict(solution)`` is the row."""
        return list(self.row)

    def __str__(self) -> str:
        side, other = ("Black", "White") if self.row["side"] == "b" else ("White", "Black")
        within = f" by force within {self.plies} plies" if self.plies is not None else ""
        said = {
            "win": f"{side} is to move and wins{within}",
            "loss": f"{side} is to move and loses: {other} wins{within}",
            "draw": f"{side} is to move, and with best play nobody wins: a draw",
            "not-win": f"{side} is to move and does not win",
            "at-least-draw": f"{side} is to move and gets at least a draw",
            "unknown": f"{side} is to move; who wins is not known (stopped by {self.row['stopped']})",
        }[self.value]
        checked = "verified" if self.verified is True else "verified " + str(self.verified) if self.verified else "not verified"
        return f"{self.row['game']}: {said}; {checked}, {self.nodes:,} nodes in {self.seconds:.2f} s"

    def __repr__(self) -> str:
        return f"<Solution {self}>"

    def _repr_html_(self) -> str:
        rows: list[tuple[str, object]] = [
            ("game", self.row["game"]),
            ("position", self.row["position"]),
            ("value", f"{self.value} for {'Black' if self.row['side'] == 'b' else 'White'}, to move"),
            ("verified", self.verified),
            ("best move", self.best or ""),
            ("main line", " ".join(self.line)),
            ("method", self.row["method"]),
            ("nodes", f"{self.nodes:,}"),
            ("seconds", f"{self.seconds:.2f}"),
        ]
        if self.certificate is not None:
            size = f"{self.certificate.positions:,} positions, {self.certificate.size:,} bytes"
            rows.append(("certificate", size))
        return notebook.table(rows)


class Solutions(list[Solution]):
    """Several solutions; ``rows`` is what pandas takes as it is."""

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows."""
        return [solution.row for solution in self]

    def _repr_html_(self) -> str:
        names = ["move", "position", "value", "plies", "verified", "nodes", "seconds"]
        rows = self.rows
        if not any("move" in row for row in rows):
            names.remove("move")
        return notebook.columns(rows, names)


def _solution(
    position: Position, answer: tuple[str, _andor.Certificate | None, list[str]]
) -> Solution:
    row, native, notes = answer
    certificate = None if native is None else Certificate._of(native)
    return Solution(json.loads(row), position, certificate, notes)


def solve(
    game: AnyGame | Position,
    position: Hashable | None = None,
    moves: str | Iterable[Hashable] = (),
    *,
    side: str | None = None,
    progress: Hears = None,
    **options: Any,
) -> Solution:
    """Solves a position, extracts its certificate and verifies that, as ``andor solve`` does.

    Options are those of the command line, with ``_`` for ``-``: ``method``, ``goal``, ``nodes``, ``time``
    (seconds or ``"30s"``), ``memory`` (bytes or ``"1GiB"``), ``threads``, ``proof``, ``checkpoint``,
    ``resume``, ``shortest``, ``epsilon``.. Running into a limit is a result: the value is ``unknown``.
    Ctrl-C raises ``KeyboardInterrupt``; a checkpoint is written before.
    """
    asked = _position(game, position, moves, side)
    with hearing(progress) as hear:
        return _solution(asked, asked._line.solve(options, hear))


def every_move(position: Position, progress: Hears = None, **options: Any) -> Solutions:
    """The position after each legal move, solved."""
    with hearing(progress) as hear:
        answers = position._line.every_move(options, hear)
    return Solutions(_solution(position, answer) for answer in answers)


def solve_all(
    positions: Iterable[Position | dict[str, Any] | tuple[AnyGame, Hashable]],
    *,
    progress: Hears = None,
    **options: Any,
) -> Solutions:
    """Solves positions one after the other: ``Position``s, or dicts with ``game`` and ``position``."""
    solutions = Solutions()
    for asked in positions:
        if isinstance(asked, dict):
            asked = Position(asked["game"], asked.get("position"))
        elif isinstance(asked, tuple):
            asked = Position(*asked)
        solutions.append(solve(asked, progress=progress, **options))
    return solutions


def _position(
    game: AnyGame | Position,
    position: Hashable | None,
    moves: str | Iterable[Hashable],
    side: str | None,
) -> Position:
    if not isinstance(game, Position):
        return Position(game, position, moves, side)
    if position is not None or side is not None:
        raise TypeError("this is a position already")
    return game.play(*(moves.split() if isinstance(moves, str) else moves))
