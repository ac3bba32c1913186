#!/usr/bin/env bash
# Runs every fuzz target for so many seconds (60 unless given), one after the other, and fails at a crash,
# a hang of ten seconds, an allocation of 512 MiB or 1 GiB in all:
#   scripts/fuzz.sh [SECONDS] [TARGET..]
# It needs the nightly toolchain of Rust and installs cargo-fuzz if that is missing. fuzz/README.md says more.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds="${1:-60}"
shift || true
cargo fuzz --version >/dev/null 2>&1 || cargo install --locked cargo-fuzz
if [ "$#" -gt 0 ]; then targets=("$@"); else mapfile -t targets < <(cargo +nightly fuzz list); fi

cargo +nightly fuzz build
for target in "${targets[@]}"; do
    echo "== $target"
    mkdir -p "fuzz/corpus/$target" "fuzz/seeds/$target"
    # The last lines tell how much was tried; a crash tells more.
    log="$(mktemp)"
    if ! cargo +nightly fuzz run "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" -- \
        -max_total_time="$seconds" -timeout=10 -malloc_limit_mb=512 -rss_limit_mb=1024 \
        -print_final_stats=1 >"$log" 2>&1; then
        tail -n 60 "$log"
        echo "$target: FAILED (the input is in fuzz/artifacts/$target)"
        rm -f "$log"
        exit 1
    fi
    grep -E "^Done|stat::(number_of_executed_units|average_exec|peak_rss)" "$log" || tail -n 5 "$log"
    rm -f "$log"
done
echo "no target failed"
