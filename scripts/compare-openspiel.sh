#!/usr/bin/env bash
# Compares legal moves and game ends with OpenSpiel on random positions (scripts/with-openspiel.sh says what
# it needs):
#   scripts/compare-openspiel.sh [--positions 20000] [--seed N] [--self-test] [--report FILE]
set -euo pipefail
cd "$(dirname "$0")/.."
exec scripts/with-openspiel.sh scripts/compare_openspiel.py "$@"
