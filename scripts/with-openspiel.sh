#!/usr/bin/env bash
# Runs a Python script with OpenSpiel at hand, and andor built:
#   scripts/with-openspiel.sh SCRIPT.py [ARGUMENTS]      calls SCRIPT.py --andor PROGRAM [ARGUMENTS]
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
script="$1"
shift
"$python" "$script" --andor "$andor" "$@"
