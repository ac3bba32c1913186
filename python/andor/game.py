"""A game of one's own: a class with four methods, and what it may say besides."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, Literal, TypeVar

from ._andor import InputRefused, Rules, RulesError

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)

Result = Literal["win", "loss", "draw"]


class Game(ABC, Generic[P, M]):
    """The rules of a two-player game with perfect information.

    Positions and moves are any hashable values; numbers, texts, tuples, frozen sets, enumerations and
    frozen dataclasses of such can be written into certificates that hold in every process. The players
    move by turns: a forced pass is a move. No method may change a position that it is given.
    """

    #: What a position that comes back means: ``"draw"``, or ``"impossible"`` where none can.
    repetition: str = "draw"
    #: Whether no game ends in a draw: then one question settles a value.
    drawless: bool = False
    #: The advantage that ``evaluate`` calls decisive.
    decisive: int = 100

    @abstractmethod
    def initial(self) -> P:
        """The position a game starts from."""

    @abstractmethod
    def moves(self, position: P) -> Iterable[M]:
        """The legal moves of a position that is not over, at least one, always in the same order."""

    @abstractmethod
    def play(self, position: P, move: M) -> P:
        """The position after a legal move."""

    @abstractmethod
    def result(self, position: P) -> Result | None:
        """``"win"``, ``"loss"`` or ``"draw"`` of the side to move; ``None`` while the game goes on."""

    def side(self, position: P) -> str:
        """Who is to move, ``"b"`` or ``"w"``. Without it, Black begins and andor counts the turns."""
        raise NotImplementedError

    def key(self, position: P) -> Hashable:
        """What tells a position from all others, if that is less than the position itself."""
        return position

    def symmetries(self) -> Sequence[tuple[Callable[[P], P], Callable[[M], M]]]:
        """Pairs of functions, what a symmetry does to a position and to a move; not the identity.

        The symmetries and the identity must be a group, and none may swap the players.
        """
        return ()

    def evaluate(self, position: P) -> float:
        """An estimate, positive if it looks good for the side to move. Certificates do not need it."""
        raise NotImplementedError

    def spec(self) -> str:
        """The name of the game in reports and certificates, such as ``chomp:3x4``."""
        return type(self).__name__.lower()

    def text(self, position: P) -> str:
        """A position on one line; no two positions have the same."""
        return str(position)

    def move_text(self, move: M) -> str:
        """A move without spaces."""
        return str(move)

    def draw(self, position: P) -> str:
        """A position as a picture of text."""
        return self.text(position)




def check(game: Game[P, M] | type[Game[P, M]], positions: int = 300, seed: int = 1) -> dict[str, int]:
    """Plays random games and looks at every promise that solvers and the verifier rely on.

    Raises ``RulesError`` with the first promise that is broken, and the position. Tells what it has seen.
    """
    import json
    import random

    if isinstance(game, type):
        game = game()
    if not isinstance(game, Game):
        raise TypeError(f"a game is an object of a subclass of andor.Game, not {game!r}")
    if positions < 1:
        raise InputRefused(f"positions {positions}: at least one")
    dice = random.Random(seed)
    seen = 0
    while seen < positions:
        position = game.initial()
        path = {position}
        for _ in range(positions):
            seen += 1
            _check_position(game, position)
            if game.result(position) is not None:
                break
            position = game.play(position, dice.choice(list(game.moves(position))))
            if position in path and game.repetition == "impossible":
                raise RulesError(f"repetition is \"impossible\", but {position!r} comes back")
            path.add(position)
    fine, said = Rules.own(game).check(seed, positions)
    if not fine:
        raise RulesError(said)
    return {str(name): int(count) for name, count in json.loads(said).items()}


def _check_position(game: Game[P, M], position: P) -> None:
    """What Python can see and Rust cannot: rules that change what they are given, or their minds."""

    def broken(why: str) -> RulesError:
        return RulesError(f"{game.spec()} in {shown}: {why}")

    shown, before = repr(position), (hash(position), game.key(position))
    asked: list[tuple[str, Callable[[], object]]] = [
        ("result", lambda: game.result(position)),
        ("text", lambda: game.text(position)),
        ("key", lambda: game.key(position)),
    ]
    if game.result(position) is None:
        asked.append(("moves", lambda: list(game.moves(position))))
    for name, ask in asked:
        if ask() != ask():
            raise broken(f"{name} answers differently the second time")
    if game.result(position) is None:
        moves = list(game.moves(position))
        if not moves:
            raise broken("the game is not over, but there is no move")
        for move in moves:
            if game.play(position, move) != game.play(position, move):
                raise broken(f"play answers differently the second time, to {move!r}")
            if repr(position) != shown or (hash(position), game.key(position)) != before:
                raise broken(f"play changes the position that it is given, by {move!r}")
    if repr(position) != shown or (hash(position), game.key(position)) != before:
        raise broken("a method changes the position that it is given")
