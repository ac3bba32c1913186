#!/usr/bin/env bash
# Compares legal moves and game ends with OpenSpiel on random positions:
#   scripts/compare-openspiel.sh [--positions 20000] [--seed N] [--self-test] [--report FILE]
# It needs Rust, and Python 3.11 or later with the module venv. OpenSpiel goes into an environment that is
# removed at the end; OPENSPIEL_PYTHON names a Python that has it already.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release --quiet
andor="${CARGO_TARGET_DIR:-target}/release/andor"
python="${OPENSPIEL_PYTHON:-}"
if [ -z "$python" ]; then
    environment="$(mktemp -d)"
    trap 'rm -rf "$environment"' EXIT
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2
    python="$environment/bin/python"
fi
"$python" scripts/compare_openspiel.py --andor "$andor" "$@"
