"""Certificates: opened, checked, walked."""

from __future__ import annotations

import json
import os
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any, Union

from . import notebook
from . import _andor
from ._andor import Rules, VerificationError
from .game import Game
from .progress import Hears, hearing

if TYPE_CHECKING:
    from .position import Position

Path = Union[str, "os.PathLike[str]"]


class Certificate:
    """A certificate: what it claims is true if ``verify`` says so, by the rules of the game alone."""

    __slots__ = ("_native",)
    _native: _andor.Certificate

    def __init__(self, path: Path) -> None:
        """Opens a file."""
        self._native = _andor.Certificate.open(path)

    @classmethod
    def _of(cls, native: _andor.Certificate) -> Certificate:
        certificate = cls.__new__(cls)
        certificate._native = native
        return certificate

    @classmethod
    def from_bytes(cls, data: bytes) -> Certificate:
        """A certificate that is in memory."""
        return cls._of(_andor.Certificate.from_bytes(data))

    @property
    def game(self) -> str:
        """The spec string of the game that it is about."""
        return self._native.spec

    @property
    def root(self) -> str:
        """The text of the position that it is about."""
        return self._native.root

    @property
    def claims(self) -> list[str]:
        """What it claims: ``w wins``, ``b does not lose``."""
        return self._native.claims

    @property
    def positions(self) -> int:
        """How many positions it has."""
        return self._native.positions

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return self._native.size

    @property
    def sha256(self) -> str:
        """The SHA-256 of its bytes."""
        return self._native.sha256

    def __bytes__(self) -> bytes:
        data = self._native.bytes()
        if data is None:
            raise ValueError("a certificate of this size stays in its file: open that")
        return data

    def save(self, path: Path, force: bool = False) -> None:
        """Writes it to a file; what is there and is no certificate is replaced with ``force`` only."""
        self._native.save(path, force)

    def verify(
        self,
        game: Game[Any, Any] | None = None,
        position: Hashable | None = None,
        progress: Hears = None,
        **options: Any,
    ) -> dict[str, Any]:
        """Checks it with the rules, and tells what was checked, as ``andor verify --json`` does.

        ``game`` is the game of one's own that it is about, ``position`` its root if that is not where the
        game begins; the rules are asked afresh. Options: ``strict``, ``threads``, ``time``, ``memory``,
        ``tables``. Raises ``VerificationError`` if it does not hold.
        """
        if game is not None and not isinstance(game, Game):
            raise TypeError(f"game is an andor.Game, not {game!r}")
        rules = None if game is None else Rules.own(game)
        if rules is not None and rules.spec != self.game:
            raise VerificationError(f"it is about {self.game!r}, the rules are those of {rules.spec!r}")
        with hearing(progress) as hear:
            checked: dict[str, Any] = json.loads(
                self._native.verify(options, rules, position, hear)
            )
        return checked

    def explain(self, moves: str | Iterable[str] = (), holder: str | None = None) -> dict[str, Any]:
        """The position after moves from the root: the winner's move, why, and every reply.

        Nothing here is believed before ``verify`` says that the certificate holds.
        """
        explained: dict[str, Any] = json.loads(self._native.explain(_words(moves), holder))
        return explained

    def tree(
        self,
        moves: str | Iterable[str] = (),
        holder: str | None = None,
        positions: int = 200,
        depth: int | None = None,
    ) -> Tree:
        """A part of it as a tree, which unfolds in a notebook."""
        return Tree(json.loads(self._native.tree(_words(moves), holder, positions, depth)))

    def __repr__(self) -> str:
        return f"<Certificate of {self.game} {self.root!r}: {', '.join(self.claims)}, {self.positions:,} positions>"

    def _repr_html_(self) -> str:
        return notebook.table(
            [
                ("game", self.game),
                ("position", self.root),
                ("claims", ", ".join(self.claims)),
                ("positions", f"{self.positions:,}"),
                ("bytes", f"{self.size:,}"),
            ]
        )


class Tree:
    """A part of a proof."""

    __slots__ = ("title", "nodes")

    def __init__(self, tree: dict[str, Any]) -> None:
        #: What it is.
        self.title: str = tree["title"]
        #: Dicts with ``move``, ``side``, ``over``, ``comment`` and the places of the ``children``.
        self.nodes: list[dict[str, Any]] = tree["nodes"]

    def __repr__(self) -> str:
        return f"<Tree of {len(self.nodes)} positions>"

    def _repr_html_(self) -> str:
        return notebook.tree(self.title, list(self.nodes))


def _words(moves: str | Iterable[str]) -> list[str]:
    return moves.split() if isinstance(moves, str) else list(moves)
