"""Games of OpenSpiel, solved: ``andor.solve(andor.open_spiel.wrap("tic_tac_toe"))``.

A game is taken if it is sequential, deterministic, of perfect information, for two players, and every end is a
win, a draw or a loss. Where the same side moves twice in OpenSpiel, a forced pass stands between.

OpenSpiel ends games by their length, and some by repetition. Both need the moves before a position, which it
does not show: with ``length="none"`` (as it is, where no game comes near the longest) a position is what
OpenSpiel writes of it; with ``length="counted"`` the number of moves is part of it.
"""

from __future__ import annotations

from typing import Any

import numpy
import pyspiel

from .game import Game, Result
from .play import Player
from .position import Position

#: Short names of games that end a game which repeats a position, or comes back to one.
_BY_REPETITION = {"lines_of_action", "go", "phantom_go", "checkers", "amazons_repetition"}


class State:
    """A position: what OpenSpiel writes of it, how many moves were made if that counts, whether a pass is due."""

    __slots__ = ("state", "key")

    def __init__(self, state: Any, key: tuple[str, int, int]) -> None:
        self.state, self.key = state, key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        text = self.key[0].strip().replace("\n", "/") or "start"
        counted = f" after {self.key[1]}" if self.key[1] >= 0 else ""
        return f"{text}{counted}{' (pass)' if self.key[2] else ''}"

    __repr__ = __str__


#: The move of a side whose opponent moves again.
PASS = -1


class Wrapped(Game[State, int]):
    """A game of OpenSpiel."""

    def __init__(self, game: Any, length: str) -> None:
        self.game, self.counts = game, length == "counted"
        # The longest game that OpenSpiel allows: what is shorter by its rules never comes to that.
        self.repetition = "impossible" if self.counts else "draw"
        self._first, self._longest = game.new_initial_state(), game.max_game_length()
        #: Which player is Black: who moves first.
        self._black = self._first.current_player()

    def spec(self) -> str:
        text = str(self.game).replace("(", ":").replace(")", "").replace(" ", "")
        return "open_spiel." + text.replace("=", "-").replace(",", ".") + ("" if not self.counts else ".counted")

    def initial(self) -> State:
        return self._state(self._first.clone(), 0)

    def _state(self, state: Any, passes: int) -> State:
        # What the player to move sees of a game of perfect information, and who is to move: the text alone may leave it out.
        shown = f"{state} {state.current_player()}"
        return State(state, (shown, state.move_number() if self.counts else -1, passes))

    def side(self, position: State) -> str:
        state = position.state
        if state.is_terminal():
            # Whoever did not make the last move.
            history = state.full_history()
            mover = history[-1].player if history else 1 - self._black
            black = (mover != self._black) != bool(position.key[2])
            return "b" if black else "w"
        return "b" if (state.current_player() == self._black) != bool(position.key[2]) else "w"

    def moves(self, position: State) -> list[int]:
        return [PASS] if position.key[2] else list(position.state.legal_actions())

    def play(self, position: State, move: int) -> State:
        if position.key[2]:
            return State(position.state, (position.key[0], position.key[1], 0))
        state, mover = position.state.clone(), position.state.current_player()
        state.apply_action(move)
        again = not state.is_terminal() and state.current_player() == mover
        return self._state(state, int(again))

    def result(self, position: State) -> Result | None:
        state = position.state
        if not state.is_terminal():
            return None
        points = state.returns()[self._black if self.side(position) == "b" else 1 - self._black]
        if not (points or self.counts) and state.move_number() >= self._longest and _went_on(state):
            raise ValueError(f"{self.spec()}: a game came to its longest length: wrap it with length=\"counted\"")
        return "draw" if points == 0 else "win" if points > 0 else "loss"

    def text(self, position: State) -> str:
        return str(position)

    def key(self, position: State) -> tuple[str, int, int]:
        return position.key

    def draw(self, position: State) -> str:
        return str(position.state)

    def move_text(self, move: int) -> str:
        return "pass" if move == PASS else str(move)


def wrap(game: Any, length: str = "auto") -> Wrapped:
    """A game of OpenSpiel, by its text or as ``pyspiel.load_game`` gives it; ``ValueError`` says why one is not taken.

    ``length``: ``"none"`` if no game becomes so long that OpenSpiel ends it, ``"counted"`` if the number of moves is
    part of a position, ``"auto"`` to find out.
    """
    if isinstance(game, str):
        game = pyspiel.load_game(game)
    kind, name = game.get_type(), game.get_type().short_name
    reasons = [
        (game.num_players() != 2, f"it is for {game.num_players()} players, not two"),
        (kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL, "the players do not move by turns"),
        (kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC, "there is chance in it"),
        (
            kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION,
            "the players do not see all of it",
        ),
        (kind.utility != pyspiel.GameType.Utility.ZERO_SUM, "what one wins the other does not lose"),
        (
            kind.reward_model != pyspiel.GameType.RewardModel.TERMINAL,
            "there are rewards on the way, not at the end only",
        ),
        (
            game.max_utility() != -game.min_utility() or _has_scores(game),
            "it ends with a score, not with a win, a draw or a loss",
        ),
        (
            name in _BY_REPETITION,
            "it ends where a position comes back, and OpenSpiel does not show what has been; andor has "
            "rules of its own for loa, go and checkers",
        ),
    ]
    for is_so, why in reasons:
        if is_so:
            raise ValueError(f"{name}: {why}")
    if length not in ("auto", "none", "counted"):
        raise ValueError(f"length {length!r} is \"auto\", \"none\" or \"counted\"")
    if length == "auto":
        length = "counted" if _may_be_cut(game) else "none"
    return Wrapped(game, length)


def _endings(game: Any, games: int = 20) -> list[Any]:
    """The ends of some random games."""
    dice = numpy.random.RandomState(1)
    ends = []
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(int(dice.choice(state.legal_actions())))
        ends.append(state)
    return ends


def _has_scores(game: Any) -> bool:
    """Whether a random game ended with something between a win and a draw."""
    most = game.max_utility()
    return any(abs(end.returns()[0]) not in (0, most) for end in _endings(game))


def _may_be_cut(game: Any) -> bool:
    """Whether the rules know no end before the longest game that OpenSpiel allows: a random game came to it, and its
    last move filled no board."""
    longest = game.max_game_length()
    ends = _endings(game)
    return any(end.move_number() >= longest and _went_on(end) for end in ends)


def _went_on(end: Any) -> bool:
    """Whether a game of full length had a choice before its last move: where boards fill up it has none."""
    game, history = end.get_game(), end.history()
    state = game.new_initial_state()
    for action in history[:-1]:
        state.apply_action(action)
    return len(state.legal_actions()) > 1


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """A player of andor at a game of OpenSpiel: ``Bot("random", game, player_id)``, ``Bot("mia:depth=4", ..)``."""

    def __init__(self, player: str, game: Any, player_id: int, **limits: Any) -> None:
        pyspiel.Bot.__init__(self)
        self._wrapped = game if isinstance(game, Wrapped) else wrap(game)
        self._player, self._id, self._limits = Player(player, self._wrapped), player_id, limits

    def restart_at(self, state: Any) -> None:
        """Nothing is kept from one move to the next."""

    def step(self, state: Any) -> int:
        """The action that it plays."""
        position = Position(self._wrapped, self._wrapped._state(state.clone(), 0))
        text = self._player.move(position, **self._limits)
        return int(dict(position._line.legal_values())[text])
