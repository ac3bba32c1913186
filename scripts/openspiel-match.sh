#!/usr/bin/env bash
# Plays Lines of Action against OpenSpiel's C++ MCTS with the same time for every move
# (scripts/with-openspiel.sh says what it needs):
#   scripts/openspiel-match.sh [--games 100] [--milliseconds 1000] [--player mia] [--seed N]
set -euo pipefail
cd "$(dirname "$0")/.."
exec scripts/with-openspiel.sh scripts/openspiel_match.py "$@"
