#!/usr/bin/env bash
# Plays Lines of Action against OpenSpiel's C++ MCTS with the same time for every move:
#   scripts/openspiel-match.sh [--games 100] [--milliseconds 1000] [--player mia] [--seed N]
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
"$python" scripts/openspiel_match.py --andor "$andor" "$@"
