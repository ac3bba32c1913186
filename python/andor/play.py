"""Players, matches and recorded games."""

from __future__ import annotations

import json
import os
from typing import Any, Union

from . import _andor, notebook
from ._andor import Rules
from .position import AnyGame, Position
from .progress import Hears, hearing

Path = Union[str, "os.PathLike[str]"]


def games() -> list[dict[str, Any]]:
    """The games of andor, a dict each."""
    return [json.loads(game) for game in _andor.games()]


class Player:
    """Somebody who plays: ``Player("mia", "loa")``, ``Player("mia4:depth=4", "loa:6x6")``, ``Player("random", game)``."""

    __slots__ = ("_native",)

    def __init__(self, text: str, game: AnyGame) -> None:
        rules = Rules.named(game) if isinstance(game, str) else Rules.own(game)
        self._native = _andor.Player(rules, text)

    def think(
        self,
        position: Position,
        *,
        time: float | str | None = None,
        depth: int | None = None,
        nodes: int | None = None,
    ) -> dict[str, Any]:
        """What it thinks of a position: ``best``, ``score``, ``kind``, ``depth``, ``nodes``, ``line``."""
        if position.game != self._native.rules.spec:
            raise ValueError(f"a position of {position.game}, the player plays {self._native.rules.spec}")
        start, moves = position._line.start, position._line.played
        options = {"time": time, "depth": depth, "nodes": nodes}
        if position._line.rules.object is not None:
            line = self._native.rules.place(position.value, position.side)
            start, moves = line.text, []
        thought: dict[str, Any] = json.loads(self._native.think(start, moves, options, None))
        return thought

    def move(self, position: Position, **limits: Any) -> str:
        """The move it plays, as text."""
        best: str | None = self.think(position, **limits)["best"]
        if best is None:
            raise ValueError(f"the game is over in {position.text!r}")
        return best

    def __repr__(self) -> str:
        return f"Player({self._native.text!r}, {self._native.rules.spec!r})"


class Match:
    """Two players, many games: ``Match("mia4:depth=3", "mia1:depth=3", "loa", games=20).play()``."""

    __slots__ = ("a", "b", "game", "options", "rows", "summary")

    def __init__(self, a: str, b: str, game: str, **options: Any) -> None:
        """Options: ``games``, ``depth``, ``nodes``, ``time``, ``tc``, ``seed``, ``threads``, ``openings`` (a text, one a
        line), ``opening_plies``, ``most_plies``, ``sprt``."""
        self.a, self.b, self.game, self.options = a, b, game, options
        #: A dict a game.
        self.rows: list[dict[str, Any]] = []
        #: The result from A's side.
        self.summary: dict[str, Any] = {}

    def play(self, progress: Hears = None) -> Match:
        """Plays it."""
        with hearing(progress) as hear:
            rows, last = _andor.play_match(Rules.named(self.game), self.a, self.b, self.options, hear)
        self.rows = [json.loads(row) for row in rows]
        self.summary = {}
        for part in last:
            self.summary.update(json.loads(part))
        return self

    def __repr__(self) -> str:
        if not self.summary:
            return f"<Match {self.a} - {self.b} at {self.game}, not played>"
        return f"<Match {self.a} - {self.b} at {self.game}: {self.summary['score']} of {self.summary['games']}>"

    def _repr_html_(self) -> str:
        return notebook.table(list(self.summary.items()) or [("match", "not played")])


def read_games(path: Path) -> list[dict[str, Any]]:
    """The games of a file (SGF, PDN, PGN, move lists), replayed: a dict each, ``fault`` says what is wrong with one."""
    name = os.fspath(path)
    with open(name, encoding="utf-8", errors="replace") as file:
        text = file.read()
    request = {"id": 1, "want": ["record"], "record": {"name": name, "text": text}}
    answer = json.loads(_andor.ask(json.dumps(request), None))
    if "error" in answer:
        raise _andor.InputRefused(answer["error"])
    found: list[dict[str, Any]] = answer["record"]["games"]
    return found
