"""Sets, experiments, matches, players, recorded games and views: rows as the command line has them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

import andor
from andor import InputRefused, Match, Player, Position, VerificationError

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("ANDOR", "")


def test_sets_and_games() -> None:
    assert "loa-8x8-easier" in andor.sets()
    easier = andor.sets("loa-8x8-easier")
    assert all({"game", "position"} <= row.keys() for row in easier)
    assert {"loa", "go", "checkers"} <= {game["name"] for game in andor.games()}
    with pytest.raises(InputRefused, match="no-such"):
        andor.sets("no-such")


def test_an_experiment() -> None:
    rows = andor.experiments.run("table1", positions=2, nodes=100_000)
    assert rows and all(isinstance(row, dict) for row in rows)
    with pytest.raises(TypeError, match="no option"):
        andor.experiments.run("perft", nodes=3)
    with pytest.raises(InputRefused, match="no-such"):
        andor.experiments.run("no-such")


def test_a_match_and_players() -> None:
    match = Match("mia:depth=2", "random", "breakthrough:5x5", games=4).play()
    assert len(match.rows) == 4 and match.summary["games"] == 4
    assert match.summary["score"] == 4.0
    position = Position("breakthrough:5x5")
    assert Player("mia", "breakthrough:5x5").move(position, depth=2) in position.moves
    with pytest.raises(InputRefused, match='"miaow"'):
        Player("miaow", "loa")


def test_recorded_games(tmp_path: Path) -> None:
    games = andor.read_games(ROOT / "testdata/games/checkers-sample.pdn")
    assert [(game["game"], game["fault"]) for game in games] == [("checkers", None)] * 2
    last = Position("checkers", moves=games[0]["moves"])
    assert last.history == games[0]["moves"]
    with pytest.raises((InputRefused, OSError)):
        andor.read_games(tmp_path / "none.sgf")


def test_views() -> None:
    for game in ["breakthrough:5x5", "loa", "checkers", "go:5x5", "surakarta", "tic-tac-toe"]:
        assert Position(game)._repr_svg_().endswith("</svg>")
    pandas = pytest.importorskip("pandas")
    assert len(pandas.DataFrame(andor.sets("one-eye"))) > 10


def _positions() -> list[dict[str, str]]:
    """Labelled positions of all games, and small random ones."""
    import random

    rows: list[dict[str, str]] = []
    dice = random.Random(7)
    games = ["breakthrough:3x5", "breakthrough:4x4", "tic-tac-toe", "loa:4x4", "loa:5x5", "connect-four:4x4",
             "surakarta", "checkers", "go:3x3", "one-eye", "loa:6x6"]
    number = int(os.environ.get("ANDOR_POSITIONS", "60"))
    while len(rows) < number:
        game = dice.choice(games)
        try:
            position = Position(game)
            for _ in range(dice.randrange(24)):
                moves = position.moves
                if position.winner is not None or not moves:
                    break
                position = position.play(dice.choice(moves))
        except InputRefused:
            games.remove(game)
            continue
        if position.winner is None:
            rows.append({"game": position.game, "position": position._line.asked})
    return rows


@pytest.mark.skipif(not PROGRAM, reason="ANDOR names no program to compare with")
def test_values_are_those_of_the_command_line(tmp_path: Path) -> None:
    rows = _positions()
    batch = tmp_path / "batch.jsonl"
    batch.write_text("".join(json.dumps(row) + "\n" for row in rows))
    run = [PROGRAM, "solve", "--batch", str(batch), "--json", "--nodes", "20000"]
    said = subprocess.run(run, capture_output=True, text=True, check=False).stdout.splitlines()
    assert len(said) == len(rows)
    compared: dict[str, int] = {}
    exact = ["value", "winner", "best", "plies", "line", "method", "stopped", "verified", "position", "side"]
    for row, line in zip(rows, said):
        theirs = json.loads(line)
        try:
            ours: dict[str, Any] = andor.solve(row["game"], row["position"], nodes=20_000).row
        except InputRefused as refusal:
            assert theirs.get("error") == str(refusal), (row, theirs)
            continue
        one_thread = theirs["threads"] == 1
        for field in exact + (["nodes", "expanded"] if one_thread else []):
            if one_thread or field in ("position", "side") or "unknown" not in (theirs["value"], ours["value"]):
                if not one_thread and field in ("best", "plies", "line", "stopped", "verified"):
                    continue
                assert ours[field] == theirs[field], (row, field, ours[field], theirs[field])
        compared[row["game"]] = compared.get(row["game"], 0) + 1
    print(compared)


@pytest.mark.skipif(not PROGRAM, reason="ANDOR names no program to compare with")
def test_verify_says_what_the_command_line_says(tmp_path: Path) -> None:
    file = ROOT / "certificates" / "loa-6x6.proof"
    if not file.exists():
        pytest.skip("there is no certificate")
    ours = andor.Certificate(file).verify()
    run = subprocess.run([PROGRAM, "verify", "--json", str(file)], capture_output=True, text=True, check=True)
    theirs = json.loads(run.stdout)
    for field in ["verified", "claim", "positions", "bytes", "sha256", "rests_on"]:
        assert ours[field] == theirs[field]
