"""Games of OpenSpiel: the values are those of an exhaustive search of OpenSpiel's own states."""

from __future__ import annotations

import random
from typing import Any

import pytest

import andor

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: its games are not tested")

from andor import open_spiel  # noqa: E402

#: Small enough for an exhaustive search in Python.
SMALL = [
    "tic_tac_toe",
    "connect_four(rows=3,columns=3,x_in_row=3)",
    "connect_four(rows=4,columns=3,x_in_row=3)",
    "connect_four(rows=3,columns=4,x_in_row=3)",
    "breakthrough(rows=3,columns=3)",
    "breakthrough(rows=4,columns=2)",
    "hex(board_size=2)",
    "hex(board_size=3)",
    "hex(num_rows=2,num_cols=3)",
    "nim(pile_sizes=1;2;3)",
    "nim(pile_sizes=2;3;4)",
    "nim(pile_sizes=1;3;5,is_misere=False)",
    "y(board_size=2)",
    "y(board_size=3)",
    "havannah(board_size=2)",
    "mnk(m=3,n=3,k=3)",
    "mnk(m=4,n=3,k=3)",
    "amazons(board_size=3)",
    "clobber(rows=3,columns=3)",
    "clobber(rows=2,columns=4)",
    "dots_and_boxes(num_rows=1,num_cols=2)",
    "dots_and_boxes(num_rows=2,num_cols=2)",
]

REFUSED = {
    "kuhn_poker": "chance",
    "matrix_pd": "turns",
    "backgammon": "chance",
    "dark_chess": "see",
    "lines_of_action": "comes back",
    "oshi_zumo": "turns",
}


def exhaustive(state: Any, known: dict[tuple[str, int], float]) -> float:
    """What the first player gets with best play."""
    if state.is_terminal():
        return float(state.returns()[0])
    key = (str(state), state.current_player())
    if key not in known:
        best = max if state.current_player() == 0 else min
        known[key] = best(exhaustive(state.child(action), known) for action in state.legal_actions())
    return known[key]


def taken() -> list[str]:
    names = []
    for name in SMALL:
        try:
            pyspiel.load_game(name)
            names.append(name)
        except pyspiel.SpielError:
            continue
    return names


@pytest.mark.parametrize("name", taken())
def test_the_value_is_openspiels_own(name: str) -> None:
    game = pyspiel.load_game(name)
    try:
        wrapped = open_spiel.wrap(game)
    except ValueError as refusal:
        pytest.skip(str(refusal))
    solution = andor.solve(wrapped, time=60)
    assert solution.verified is True
    first = game.new_initial_state().current_player()
    value = exhaustive(game.new_initial_state(), {}) * (1 if first == 0 else -1)
    assert solution.value == {1.0: "win", 0.0: "draw", -1.0: "loss"}[value]


def test_fifteen_games_at_least() -> None:
    assert sum(_is_taken(name) for name in taken()) >= 15


def _is_taken(name: str) -> bool:
    try:
        open_spiel.wrap(name)
        return True
    except ValueError:
        return False


@pytest.mark.parametrize("name", REFUSED)
def test_the_others_are_refused_with_the_reason(name: str) -> None:
    try:
        game = pyspiel.load_game(name)
    except pyspiel.SpielError:
        pytest.skip(f"there is no {name} in this OpenSpiel")
    with pytest.raises(ValueError) as caught:
        open_spiel.wrap(game)
    assert name in str(caught.value) and REFUSED[name] in str(caught.value)


def test_the_kit_accepts_wrapped_games() -> None:
    for name in ["tic_tac_toe", "breakthrough(rows=3,columns=3)", "nim(pile_sizes=1;2;3)"]:
        assert andor.check(open_spiel.wrap(name), positions=100)["positions"] >= 100


def test_a_player_of_andor_plays_in_openspiel() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    dice = random.Random(1)
    for first in range(2):
        bots = [open_spiel.Bot("mia:depth=9", game, 0), open_spiel.Bot("random", game, 1)]
        state = game.new_initial_state()
        while not state.is_terminal():
            at = state.current_player()
            action = bots[0].step(state) if at == first else dice.choice(state.legal_actions())
            assert action in state.legal_actions()
            state.apply_action(action)
        assert state.returns()[first] >= 0
