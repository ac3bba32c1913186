#!/usr/bin/env bash
# The checker that is itself proved (formal/): checks the proofs, shows what they rest on, breaks two definitions to see
# the proofs fail, builds the checker, and compares it with `andor verify` on certificates and mutants of them.
#
#   scripts/formal.sh            everything
#   scripts/formal.sh --proofs   the proofs and the checker alone; no andor is built
#
# MUTANTS=1000 says how many mutants are to be no proof, ANDOR=FILE names a program that is built already. On Debian it
# installs Coq and OCaml.
set -euo pipefail
cd "$(dirname "$0")/.."

needs() { # COMMAND PACKAGE
    if command -v "$1" >/dev/null; then return; fi
    local get="apt-get install -y --no-install-recommends $2"
    $get >/dev/null 2>&1 || sudo -n $get >/dev/null 2>&1 || { apt-get update && $get; } >/dev/null 2>&1 ||
        { echo "$2 is not there and cannot be installed" >&2; exit 2; }
}
needs coqc coq
needs ocamlopt ocaml-nox

cd formal
mkdir -p build
coqc --version | head -1

echo "== proofs"
modules=$(grep '\.v$' _CoqProject)
for module in $modules; do
    if [ "$module" = Assumptions.v ]; then
        coqc -R . Andor "$module" > build/assumptions
    else
        coqc -R . Andor "$module"
    fi
done
if grep -nE '\b(Admitted|admit|Axiom|Parameter|Conjecture)\b' $modules; then echo "there are holes"; exit 1; fi
echo "$(cat $modules | wc -l) lines of definitions and proofs, none left out"

echo "== what the theorems rest on (Print Assumptions)"
paste -d ' ' <(grep -o 'Assumptions [A-Za-z_.]*[a-z]' Assumptions.v) build/assumptions
if [ "$(sort -u build/assumptions)" != "Closed under the global context" ]; then echo "there are axioms"; exit 1; fi

echo "== what has to be believed: lines without comments"
for module in Game.v Board.v Breakthrough.v Loa.v Surakarta.v Games.v; do
    python3 - "$module" <<'PYTHON'
import re, sys
text = re.sub(r"\(\*.*?\*\)", "", open(sys.argv[1]).read(), flags=re.S)
print(sum(1 for line in text.split("\n") if line.strip()), sys.argv[1])
PYTHON
done | tee build/believed
awk '{ sum += $1 } END { print sum, "together" }' build/believed

echo "== wrong definitions"
wrong() { # WHAT OLD NEW
    rm -rf build/wrong && mkdir build/wrong && cp ./*.v ./*.vo build/wrong
    python3 - "$2" "$3" <<'PYTHON'
import sys
path, (old, new) = "build/wrong/Certificate.v", sys.argv[1:]
text = open(path).read()
assert text.count(old) == 1, (old, text.count(old))
open(path, "w").write(text.replace(old, new))
PYTHON
    if (cd build/wrong && coqc -R . Andor Certificate.v > why 2>&1); then
        echo "$1: the proofs do not notice"; exit 1
    fi
    echo "$1: $(grep -m 1 '^File' build/wrong/why | sed 's/, char.*//; s/File ".\///; s/"//'): a proof fails, as it must"
}
wrong "a rank that need not fall" "| Some e => (rank e <? bound)%N ||" "| Some e => (rank e <=? bound)%N ||"
wrong "a reply left out" "| _ :: _ => forallb test l end." "| _ :: l' => forallb test l' end."

echo "== the checker"
cp checker_main.ml build
(cd build && ocamlopt -inline 200 -o checker checker.mli checker.ml checker_main.ml)
echo "formal/build/checker: $(wc -l < build/checker.ml) lines made by Coq, $(wc -l < checker_main.ml) lines written by hand"
cd ..
if [ "${1:-}" = --proofs ]; then exit; fi

echo "== certificates"
needs python3 python3
if [ -z "${ANDOR:-}" ]; then cargo build --release --quiet; fi
python3 formal/certificates.py --andor "${ANDOR:-target/release/andor}" --checker formal/build/checker --mutants "${MUTANTS:-1000}"
