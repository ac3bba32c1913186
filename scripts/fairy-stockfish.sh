#!/usr/bin/env bash
# Plays Breakthrough against Fairy-Stockfish with the same time for every move, one thread each, from random
# openings of four plies, each with both colours:
#   scripts/fairy-stockfish.sh [--games 200] [--time 300ms] [--seed 2026] [whatever else andor match takes]
# It needs Debian's package fairy-stockfish, or $FAIRY_STOCKFISH, and target/release/andor, or $ANDOR.
set -euo pipefail
cd "$(dirname "$0")/.."
other=${FAIRY_STOCKFISH:-$(PATH=$PATH:/usr/games command -v fairy-stockfish || true)}
if [ -z "$other" ]; then
    echo "fairy-stockfish is not there: apt-get install fairy-stockfish, or set FAIRY_STOCKFISH" >&2
    exit 2
fi
andor=${ANDOR:-target/release/andor}
[ -x "$andor" ] || cargo build --release
given=" $* "
[[ $given == *" --games "* ]] || set -- --games 200 "$@"
[[ $given == *" --time "* ]] || set -- --time 300ms "$@"
[[ $given == *" --seed "* ]] || set -- --seed 2026 "$@"
exec "$andor" match mia "uci:$other" --game breakthrough "$@"
