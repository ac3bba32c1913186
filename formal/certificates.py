#!/usr/bin/env python3
"""Asks the checker that is itself proved about certificates, and compares it with `andor verify`.

    formal/certificates.py --andor target/release/andor --checker formal/build/checker [--mutants 1000] [--seed 1] [--skip-large]

First every certificate of Breakthrough, Lines of Action and Surakarta that rests on the rules alone: those that the
repository has, and those that its tests make (testdata/values, scripts/differential.py). Both must accept them.
Then certificates that were changed and sealed again (scripts/differential.py makes them), until so many were refused by
`andor verify` as no proof; the checker must say the same of each, of those that are accepted, too.

Exit code 0: they agree; 1: they do not.
"""

import argparse
import glob
import os
import subprocess
import sys
import tempfile
import time
import tomllib

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(HERE, "scripts"))
sys.dont_write_bytecode = True
import differential  # noqa: E402
import verify  # noqa: E402

GAMES = ("breakthrough", "loa", "surakarta")

# Drawn positions: two closed sets each.
DRAWN = [("surakarta", "6/6/5b/6/6/1bw2w w"), ("surakarta", "1b3w/6/b1w3/6/6/6 w"), ("surakarta", "6/4b1/3w1b/w5/6/6 b")]


def is_ours(spec):
    return spec.split(":")[0] in GAMES


def labelled():
    """The positions of testdata/values that every solver answers with a certificate; and 5x5, which is larger."""
    found = [("breakthrough:5x5", "")]
    for game in GAMES:
        path = os.path.join(HERE, "testdata", "values", f"{game}.toml")
        if os.path.exists(path):
            with open(path, "rb") as file:
                found += [(row["game"], row.get("position", "")) for row in tomllib.load(file)["position"]]
    return found


def small():
    """What scripts/differential.py solves of these games, and draws."""
    return [(spec, position) for spec, position, _ in differential.SOLVED if is_ours(spec)] + DRAWN


class Both:
    """The two programs."""

    def __init__(self, andor, checker):
        self.andor, self.checker = andor, checker

    def made(self, spec, position, name):
        """Whether andor has solved a position and written its certificate."""
        words = [self.andor, "solve", spec, "--leaves", "none", "--proof", name] + (["--position", position] if position else [])
        return subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

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


def check_certificates(both, skip_large):
    """Certificates as they are: how many were not accepted by both."""
    wrong, files = 0, sorted(glob.glob(os.path.join(HERE, "certificates", "*.proof")))
    jobs = [(spec, position, None) for spec, position in labelled()]
    jobs += [(spec, position, None) for spec, position in small()]
    jobs += [("", "", file) for file in files if not skip_large]
    for number, (spec, position, file) in enumerate(dict.fromkeys(jobs)):
        name = f"certificate-{number}"
        if file:
            with open(file, "rb") as source, open(name, "wb") as copy:
                copy.write(source.read())
        elif not both.made(spec, position, name):
            print(f"{spec} {position}: andor does not solve it", flush=True)
            wrong += 1
            continue
        with open(name, "rb") as source:
            if not is_ours(verify.Certificate(source.read()).header.game):
                continue
        accepted, why = both.andor_says(name)
        before = time.monotonic()
        proved, words = both.checker_says(name)
        print(f"{words}; {time.monotonic() - before:.1f} s", flush=True)
        if not (accepted and proved):
            print(f"  {spec} {position} {file or ''}: andor verify: {accepted} {why}", flush=True)
            wrong += 1
    return wrong


def check_mutants(both, count, seed):
    """Changed certificates: how many disagreements there were."""
    bases = []
    for spec, position in small():
        assert both.made(spec, position, "original.proof"), spec
        with open("original.proof", "rb") as file:
            bases.append(differential.Base(file.read(), f"{spec} {position}".strip()))
        os.remove("original.proof")
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
        wrong = check_mutants(both, words.mutants, words.seed) + check_certificates(both, words.skip_large)
    print("they agree" if not wrong else f"{wrong} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
