"""Plays Lines of Action between andor and OpenSpiel's C++ MCTS, with the same time for every move.

Run it by scripts/openspiel-match.sh, which builds andor and installs OpenSpiel.

OpenSpiel holds the board and is the referee, so its rules count: the mover wins if both sides are connected,
a position that comes again is a draw, and who cannot move has lost. andor is driven through UGI, with the rule
options that are OpenSpiel's. Every opening (random moves by the seed) is played twice, with both colours. A
line of JSON is printed for every game, and one at the end.
"""

import argparse
import json
import math
import random
import subprocess
import time

import pyspiel

SPEC = "loa:8x8,simultaneous=mover,no-move=loss"


class Andor:
    """The engine behind UGI."""

    def __init__(self, andor, player):
        command = [andor, "engine", "--protocol", "ugi", "--game", SPEC, "--player", player]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.say("ugi")
        self.hear("ugiok")

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def hear(self, beginning):
        for line in self.process.stdout:
            if line.startswith(beginning):
                return line.split()
        raise SystemExit("andor has ended")

    def new_game(self):
        self.say("uginewgame")
        self.say("isready")
        self.hear("readyok")

    def move(self, moves, milliseconds):
        """The move it wants after these."""
        self.say("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        self.say(f"go movetime {milliseconds}")
        return self.hear("bestmove")[1]


def bare(text):
    return text.replace("-", "").replace("x", "")


def play(game, andor, bot, opening, andor_first, milliseconds):
    """Plays a game; its points for andor, its moves and the longest move of each side."""
    state = game.new_initial_state()
    moves, slowest = [], {"andor": 0.0, "openspiel": 0.0}
    andor.new_game()
    bot.restart()
    while not state.is_terminal():
        actions = {bare(state.action_to_string(action)): action for action in state.legal_actions()}
        if len(moves) < len(opening):
            move = opening[len(moves)]
        else:
            is_andor = (len(moves) % 2 == 0) == andor_first
            start = time.monotonic()
            if is_andor:
                move = andor.move(moves, milliseconds)
            else:
                move = bare(state.action_to_string(bot.step(state)))
            who = "andor" if is_andor else "openspiel"
            slowest[who] = max(slowest[who], time.monotonic() - start)
            if move not in actions:
                raise SystemExit(f"{who} plays {move}, which is not legal, after {moves}")
        state.apply_action(actions[move])
        moves.append(move)
    returns = state.returns()[0 if andor_first else 1]
    return (returns + 1) / 2, moves, slowest


def random_opening(game, plies, dice):
    """Random moves that do not end the game."""
    while True:
        state, moves = game.new_initial_state(), []
        for _ in range(plies):
            action = dice.choice(state.legal_actions())
            moves.append(bare(state.action_to_string(action)))
            state.apply_action(action)
            if state.is_terminal():
                break
        else:
            return moves


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--andor", required=True, help="the binary")
    words.add_argument("--player", default="mia")
    words.add_argument("--games", type=int, default=100)
    words.add_argument("--milliseconds", type=int, default=1000, help="for every move of either side")
    words.add_argument("--opening-plies", type=int, default=4)
    words.add_argument("--uct", type=float, default=2.0, help="the exploration constant of MCTS")
    words.add_argument("--rollouts", type=int, default=1, help="random games at a leaf of MCTS")
    words.add_argument("--memory", type=int, default=1000, help="MiB for the tree of MCTS")
    words.add_argument("--seed", type=int, default=1)
    arguments = words.parse_args()

    game = pyspiel.load_game("lines_of_action")
    andor = Andor(arguments.andor, arguments.player)
    evaluator = pyspiel.RandomRolloutEvaluator(arguments.rollouts, arguments.seed)
    # The number of simulations is no limit: the clock is.
    bot = pyspiel.MCTSBot(
        game,
        evaluator,
        arguments.uct,
        1_000_000_000,
        arguments.memory,
        True,
        arguments.seed,
        False,
        max_wall_clock_time=arguments.milliseconds / 1000,
    )
    dice = random.Random(arguments.seed)
    points, opening = 0.0, []
    for number in range(arguments.games):
        if number % 2 == 0:
            opening = random_opening(game, arguments.opening_plies, dice)
        first = number % 2 == 0
        score, moves, slowest = play(game, andor, bot, opening, first, arguments.milliseconds)
        points += score
        row = {"game": number + 1, "andor_black": first, "score": score, "plies": len(moves)}
        row["slowest"] = {who: round(seconds, 3) for who, seconds in slowest.items()}
        print(json.dumps({**row, "points": points, "moves": " ".join(moves)}), flush=True)
    share = points / arguments.games
    elo = -400 * math.log10(1 / share - 1) if 0 < share < 1 else None
    last = {"a": "andor " + arguments.player, "b": "OpenSpiel MCTS", "games": arguments.games}
    print(json.dumps({**last, "score": points, "milliseconds": arguments.milliseconds, "elo": elo}))
    andor.say("quit")


if __name__ == "__main__":
    main()
