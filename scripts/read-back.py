#!/usr/bin/env python3
"""Has foreign libraries read games that andor writes: moves, results and scores must be the same.

Random players play 200 games of checkers, which are written as PDN and read by pydraughts, and 200 of Go,
which are written as SGF and read by sgfmill. Both libraries play the games over by their own rules.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install pydraughts sgfmill
    /tmp/venv/bin/python scripts/read-back.py target/release/andor [GAMES]
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from draughts import BLACK, WHITE
from draughts import Board as Draughts
from draughts.PDN import PDNReader
from sgfmill import boards, sgf

KOMI = 0.5


def andor(*words):
    """What a command prints."""
    return subprocess.run([ANDOR, *map(str, words)], check=True, capture_output=True, text=True).stdout


def played(game, games, folder):
    """Games between random players, and what `check` says of each."""
    file = folder / game.split(":")[0]
    andor("match", "random", "random", "--game", game, "--games", games, "--save", file)
    told = [json.loads(line) for line in andor("check", file, "--json").splitlines()]
    assert len(told) == games and all(game["ok"] for game in told), game
    return file, told


def moves_of(file):
    """The moves of each game, as andor's move list has them."""
    games = andor("convert", file, "--to", "moves").split("game: ")[1:]
    return [game.split("\n\n", 1)[1].split() for game in games]


def square(name):
    """The number of a square of draughts: b8 is 1."""
    column, row = ord(name[0]) - ord("a"), int(name[1]) - 1
    return (7 - row) * 4 + column // 2 + 1


def path_of(move):
    """The squares of a move of pydraughts, from the first to the last."""
    return [move.board_move[0][0]] + [to for _, to in move.board_move]


def check_draughts(games, folder):
    """PDN by pydraughts: Black begins, and 1-0 is a win of Black."""
    file, told = played("checkers", games, folder)
    moves = moves_of(file)
    pdn = andor("convert", file, "--to", "pdn")
    read = PDNReader(pdn_text=pdn).games
    assert len(read) == games
    plies, decided = 0, 0
    for game, ours, said in zip(read, moves, told):
        assert game.variant == "english" and game.tags["GameType"] == "21"
        theirs = [[int(number) for number in move.replace("-", "x").split("x")] for move in game.moves]
        assert theirs == [[square(name) for name in move.replace("-", "x").split("x")] for move in ours]
        board = Draughts(variant="english")
        for path in theirs:
            board.push(next(move for move in board.legal_moves() if path_of(move) == path))
        result = {"b": "1-0", "w": "0-1", "none": "1/2-1/2"}[said["winner"]]
        assert game.tags["Result"] == game.game_ending == result, (game.tags, said)
        if said["ending"] == "board":
            assert board.is_over() and {BLACK: "b", WHITE: "w"}[board.winner()] == said["winner"], said
            decided += 1
        plies += len(theirs)
    print(f"pydraughts: {games} games, {plies} plies, {decided} decided on its board: all equal")


def check_go(games, folder):
    """SGF by sgfmill, which counts the area itself."""
    file, told = played(f"go:5x5,komi={KOMI}", games, folder)
    moves = moves_of(file)
    texts = ["(" + text for text in file.read_text().split("\n(")]
    texts[0] = texts[0][1:]
    assert len(texts) == games
    plies = 0
    for text, ours, said in zip(texts, moves, told):
        game = sgf.Sgf_game.from_string(text)
        assert game.get_size() == 5 and game.get_komi() == KOMI
        board, theirs = boards.Board(5), []
        for node in game.get_main_sequence()[1:]:
            colour, point = node.get_move()
            theirs.append("pass" if point is None else f"{'abcde'[point[1]]}{point[0] + 1}")
            if point is not None:
                board.play(*point, colour)
        assert theirs == ours
        score = board.area_score() - KOMI
        result = f"{'B' if score > 0 else 'W'}+{abs(score):g}"
        assert game.get_root().get("RE") == result, (game.get_root().get("RE"), result)
        assert game.get_winner() == said["winner"]
        plies += len(theirs)
    print(f"sgfmill: {games} games, {plies} plies, winner and score counted on its board: all equal")


if __name__ == "__main__":
    ANDOR = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    with tempfile.TemporaryDirectory() as place:
        check_draughts(count, Path(place))
        check_go(count, Path(place))
