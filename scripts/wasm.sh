#!/usr/bin/env bash
# The session as a WebAssembly module: target/site/andor.wasm and its glue, target/site/wasm/*.js.
# It needs Rust (rustup.rs) and fetches the target if it is missing. With --test, Node runs it as well.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
# A cargo that has no rustup at its side brings its own targets.
if command -v rustup >/dev/null && ! rustup target list --installed | grep -qx "$target"; then
    rustup target add "$target"
fi

cargo build --profile wasm --target "$target" --package andor-wasm
site="${CARGO_TARGET_DIR:-target}/site"
mkdir -p "$site/wasm"
cp "${CARGO_TARGET_DIR:-target}/$target/wasm/andor_wasm.wasm" "$site/andor.wasm"
cp crates/wasm/js/worker.js crates/wasm/js/connection.js "$site/wasm/"
echo "$site/andor.wasm: $(wc -c <"$site/andor.wasm") bytes, $(gzip -9 -c "$site/andor.wasm" | wc -c) packed"

if [ "${1:-}" = "--test" ]; then
    ANDOR_WASM="$PWD/$site/andor.wasm" node --test crates/wasm/js/test.js
fi
