#!/usr/bin/env python3
"""Random defences against a certificate: each game must end as the certificate claims.

    scripts/random-defences.py FILE [GAMES [SEED]]

Plays GAMES (10) games against `andor play --proof FILE --json`, choosing among the legal replies at
random, and fails if one of them is not won by the holder. The program is $ANDOR, or target/release/andor.
"""

import json, os, random, subprocess, sys

file = sys.argv[1]
games = int(sys.argv[2]) if len(sys.argv) > 2 else 10
chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
here = os.path.dirname(os.path.abspath(__file__))
andor = os.environ.get("ANDOR", os.path.join(here, "..", "target", "release", "andor"))

claim = json.loads(subprocess.check_output([andor, "explain", file, "--json"]))["claim"]
if not claim.endswith(" wins"):
    sys.exit(f"{file} claims {claim}: this script plays against wins")
expected = {"b": "Black has won", "w": "White has won"}[claim[0]]
for game in range(1, games + 1):
    pipe = subprocess.PIPE
    play = subprocess.Popen([andor, "play", "--proof", file, "--json"], stdin=pipe, stdout=pipe,
                            stderr=subprocess.DEVNULL, text=True)
    for line in play.stdout:
        turn = json.loads(line)
        if turn["over"]:
            break
        play.stdin.write(chance.choice(turn["replies"]) + "\n")
        play.stdin.flush()
    play.stdin.close()
    if play.wait() != 0 or turn["over"] != expected:
        sys.exit(f"game {game} is not lost: {turn}")
    print(f"game {game}: {len(turn['moves'])} plies, {turn['over']}: {' '.join(turn['moves'])}")
