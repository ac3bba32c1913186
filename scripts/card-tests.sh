#!/usr/bin/env bash
# The tests of graphics cards, for machines that have one; a binary is enough:
#
#     scripts/card-tests.sh [ANDOR] [CARD]
#
# Boards of known value are solved on the card in both ways, each with a certificate that is verified from the
# rules; then a search that is cut short goes on from its checkpoint, a card without memory is refused, and the speed is
# told. What runs on a card is tested without one by crates/gpu/tests/host.
set -euo pipefail
andor=${1:-target/release/andor}
card=${2:-cuda:0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# solve VALUE BOARD OPTIONS..: the board has this value, by a certificate that was verified.
solve() {
    local value=$1 board=$2 row
    shift 2
    rm -f "$folder/$board.proof"
    row=$("$andor" solve "breakthrough:$board" --device "$card" --device-memory 4GiB --threads "$(nproc)" \
        --proof "$folder/$board.proof" --json "$@" 2>"$folder/notes") || true
    grep -q "\"value\":\"$value\"" <<<"$row" && grep -q '"verified":true' <<<"$row" || {
        echo "$board $*: not a $value: $row" >&2
        cat "$folder/notes" >&2
        exit 1
    }
    "$andor" verify "$folder/$board.proof" >"$folder/verdict"
    echo "$board $*: $value, verified, $(stat -c %s "$folder/$board.proof") bytes; $(grep -h '^device' "$folder/notes" || true)"
}

"$andor" devices
for method in boolean auto; do
    solve loss 4x5 --zone 4 --method $method
    solve loss 5x5 --zone 3 --method $method
done
solve loss 6x5 --zone 3

# A search that is cut short goes on from its checkpoint.
"$andor" solve breakthrough:6x5 --zone 3 --device "$card" --device-memory 4GiB --memory 1GiB --nodes 20M \
    --checkpoint "$folder/6x5.checkpoint" --json >"$folder/row" 2>"$folder/notes" || [ $? = 1 ]
grep -q '"value":"unknown"' "$folder/row"
solve loss 6x5 --zone 3 --resume "$folder/6x5.checkpoint"

# A card that has not so much memory says so, and nothing is solved.
if "$andor" solve breakthrough:6x6 --zone 3 --device "$card" --device-memory 900TiB --time 20s >"$folder/row" 2>&1; then
    echo "solved with 900 TiB: $(cat "$folder/row")" >&2
    exit 1
fi
grep -i "the card gives no" "$folder/row"

# Expansions a second, and the time that a zone table takes.
"$andor" solve breakthrough:6x6 --method boolean --zone 4 --device "$card" --time 15s --json 2>"$folder/notes" || [ $? = 1 ]
