#!/usr/bin/env python3
"""Asks the checker that is itself proved about certificates, and compares it with `andor verify`.

    formal/certificates.py --andor target/release/andor --checker formal/build/checker [--mutants 1000] [--seed 1] [--skip-large]

First every certificate of Breakthrough, Lines of Action and Surakarta that rests on the rules alone: those that the
repository has, and those that its tests make (testdata/values, scripts/differential.py). Both must accept them.
Then certificates that were changed and sealed again (scripts/differential.py makes them), until so many were refused by
`andor verify` as no proof; the checker must say the same of each, of those that are accepted, too. Times are processor time of
the checker. Python 3.11 or later.

Exit code 0: they agree; 1: they do not.
"""

import argparse
import glob
import os
import subprocess
import sys
import tempfile
import tomllib

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(HERE, "scripts"))
sys.dont_write_bytecode = True
import differential  # noqa: E402
import verify  # noqa: E402

GAMES = ("breakthrough", "loa", "surakarta")

# Drawn positions: two closed sets each.
DRAWN = [("surakarta", "6/6/5b/6/6/1bw2w w"), ("surakarta", "1b3w/6/b1w3/6/6/6 w"), ("surakarta", "6/4b1/3w1b/w5/6/6 b")]

# Shortest wins: games with a limit of plies, in which one player wins and in which the other does not lose.
SHORTEST = ["breakthrough:4x4", "loa:4x4"]


def is_ours(spec, position=""):
    """Whether the checker has these rules: it knows no walls."""
    return spec.split(":")[0] in GAMES and "walls=" not in spec and "#" not in position


def labelled():
    """The positions of testdata/values that every solver answers with a certificate; and 5x5, which is larger."""
    found = [("breakthrough:5x5", "")]
    for game in GAMES:
        path = os.path.join(HERE, "testdata", "values", f"{game}.toml")
        if os.path.exists(path):
            with open(path, "rb") as file:
                found += [(row["game"], row.get("position", "")) for row in tomllib.load(file)["position"]]
    return [(spec, position) for spec, position in found if is_ours(spec, position)]


class Both:
    """The two programs."""

    def __init__(self, andor, checker):
        self.andor, self.checker = andor, checker

    def made(self, spec, position, name):
        """Whether andor has solved a position and written its certificate."""
        words = [self.andor, "solve", spec, "--leaves", "none", "--proof", name] + (["--position", position] if position else [])
        return subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def small(self):
        """Small certificates, as names and bytes: what scripts/differential.py solves of these games, draws, shortest wins."""
        solved = [(spec, position) for spec, position, _ in differential.SOLVED if is_ours(spec, position)] + DRAWN
        for spec, position in solved:
            assert self.made(spec, position, "small"), spec
            yield f"{spec} {position}".strip(), read("small")
        for spec in SHORTEST:
            words = [self.andor, "solve", spec, "--shortest", "--leaves", "none", "--proof", "small"]
            subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
            for name in sorted(glob.glob("small.*within-*")):
                yield f"{spec} {name.partition('.')[2]}", read(name)
                os.remove(name)

    def andor_says(self, name):
        """The verdict of `andor verify`, and its words. The plain lines are in NAME.plain, if there are any."""
        if os.path.exists(f"{name}.plain"):
            os.remove(f"{name}.plain")
        words = [self.andor, "verify", "--threads", "1", name, "--export-plain", f"{name}.plain"]
        ended = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        return ended.returncode == 0, ended.stderr.decode("utf-8", "replace").strip()

    def checker_says(self, name):
        """The verdict of the checker, and its words; nothing if there are no plain lines to judge."""
        if not os.path.exists(f"{name}.plain"):
            return None, "no plain lines"
        ended = subprocess.run([self.checker, f"{name}.plain"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return ended.returncode == 0, ended.stdout.decode().strip()


def read(name):
    with open(name, "rb") as file:
        return file.read()


def check_certificates(both, small, skip_large):
    """Certificates as they are: how many were not accepted by both."""
    wrong, found = 0, list(small)
    for spec, position in labelled():
        if both.made(spec, position, "labelled"):
            found.append((f"{spec} {position}".strip(), read("labelled")))
        else:
            print(f"{spec} {position}: andor does not solve it", flush=True)
            wrong += 1
    if not skip_large:
        found += [(os.path.basename(name), read(name)) for name in sorted(glob.glob(os.path.join(HERE, "certificates", "*.proof")))]
    for name, raw in found:
        if not is_ours(verify.Certificate(raw).header.game):
            continue
        with open("certificate", "wb") as file:
            file.write(raw)
        accepted, why = both.andor_says("certificate")
        before = sum(os.times()[2:4])
        proved, words = both.checker_says("certificate")
        print(f"{words}; {sum(os.times()[2:4]) - before:.1f} s", flush=True)
        if not (accepted and proved):
            print(f"  {name}: andor verify: {accepted} {why}", flush=True)
            wrong += 1
    return wrong


def check_mutants(both, small, count, seed):
    """Changed certificates: how many disagreements there were."""
    bases = [differential.Base(raw, name) for name, raw in small]
    counts = {"not a proof": 0, "accepted": 0, "not exported": 0}
    wrong = number = 0
    while counts["not a proof"] < count:
        raw, what = differential.mutant(bases, seed, number)
        number += 1
        with open("mutant", "wb") as file:
            file.write(raw)
        accepted, why = both.andor_says("mutant")
        proved, words = both.checker_says("mutant")
        kind = "not exported" if proved is None else "accepted" if accepted else "not a proof"
        counts[kind] += 1
        if bool(proved) != accepted:
            wrong += 1
            print(f"mutant {number - 1} ({what}): andor verify: {accepted} {why}; checker: {words}", flush=True)
    print(
        f"{number} mutants of {len(bases)} certificates: {counts['not a proof']} are no proof and refused by both, "
        f"{counts['accepted']} accepted by both, {counts['not exported']} damaged or about something else; {wrong} disagreements"
    )
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--andor", required=True)
    parser.add_argument("--checker", required=True)
    parser.add_argument("--mutants", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--skip-large", action="store_true", help="leave out the certificates of the repository")
    words = parser.parse_args()
    both = Both(os.path.abspath(words.andor), os.path.abspath(words.checker))
    with tempfile.TemporaryDirectory(prefix="andor-formal-") as folder:
        os.environ["XDG_CACHE_HOME"] = os.path.join(folder, "cache")
        os.chdir(folder)
        small = list(both.small())
        wrong = check_certificates(both, small, words.skip_large)
        wrong += check_mutants(both, small, words.mutants, words.seed)
    print("they agree" if not wrong else f"{wrong} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
