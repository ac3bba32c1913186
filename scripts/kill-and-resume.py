#!/usr/bin/env python3
"""A checkpointed run that is killed and resumed: the value must stay, and little work may be lost.

    scripts/kill-and-resume.py [GAME [MEMORY [EVERY [KILLS [SEED]]]]]

Solves GAME (loa:6x6) in MEMORY (8GiB) with a checkpoint every EVERY seconds (30), kills it with
SIGKILL at KILLS (3) random moments, each between one and four times EVERY after it began, and resumes it
each time. Then it prints how many nodes the kills lost and how many the rest took. With
$NODES, the nodes of a run that nobody killed, it fails if the rest took a tenth more. The program is
$ANDOR, or target/release/andor.
"""

import json, os, random, subprocess, sys, tempfile, time

given = sys.argv[1:] + [None] * 5
game, memory = given[0] or "loa:6x6", given[1] or "8GiB"
every, kills, seed = float(given[2] or 30), int(given[3] or 3), int(given[4] or 1)
here = os.path.dirname(os.path.abspath(__file__))
andor = os.environ.get("ANDOR", os.path.join(here, "..", "target", "release", "andor"))
chance = random.Random(seed)


def nodes_of(checkpoint):
    with open(checkpoint, "rb") as file:
        file.seek(8)
        length = int.from_bytes(file.read(8), "little")
        return json.loads(file.read(length))["nodes"]


with tempfile.TemporaryDirectory() as folder:
    checkpoint = os.path.join(folder, "run.checkpoint")
    first = [andor, "solve", game, "--memory", memory, "--threads", "1", "--json", "--checkpoint", checkpoint]
    # A resumed run goes on saving itself, and has its memory from the checkpoint.
    again = [andor, "solve", "--threads", "1", "--json", "--resume", checkpoint]
    keep = ["--checkpoint-every", f"{int(1000 * every)}ms"]
    for kill in range(1, kills + 1):
        command = (first if kill == 1 else again) + keep
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        until = time.time() + every * chance.uniform(1, 4)
        while run.poll() is None and (time.time() < until or not os.path.exists(checkpoint)):
            time.sleep(0.1)
        if run.poll() is not None:
            sys.exit(f"ended (exit code {run.poll()}) before kill {kill}: take a shorter EVERY")
        run.kill()
        run.wait()
        print(f"kill {kill}: the last checkpoint has {nodes_of(checkpoint):,} nodes", flush=True)
    row = json.loads(subprocess.check_output(again))
    value, verified, nodes = row["value"], row["verified"], row["nodes"]
    print(f"{game}: {value}, verified: {verified}, {nodes:,} nodes without those that the kills lost")
    whole = int(os.environ.get("NODES", "0"))
    if whole:
        print(f"{nodes / whole:.3f} times the nodes of a run that nobody killed")
    if not verified or (whole and nodes > 1.1 * whole):
        sys.exit("too much was lost")
