"""andor proves things about two-player games, with certificates that the rules alone verify.

    >>> import andor
    >>> solution = andor.solve("breakthrough:4x4")
    >>> solution.value, solution.verified
    ('loss', True)
"""

from ._andor import (
    AndorError,
    InputRefused,
    LimitReached,
    RulesError,
    VerificationError,
    __version__,
)
from .game import Game, check
from .laboratory import experiments, sets
from .play import Match, Player, games, read_games
from .position import Position
from .proof import Certificate
from .solution import Solution, Solutions, solve, solve_all

__all__ = [
    "AndorError",
    "Certificate",
    "Game",
    "InputRefused",
    "LimitReached",
    "Match",
    "Player",
    "Position",
    "RulesError",
    "Solution",
    "Solutions",
    "VerificationError",
    "__version__",
    "check",
    "experiments",
    "games",
    "read_games",
    "sets",
    "solve",
    "solve_all",
]
