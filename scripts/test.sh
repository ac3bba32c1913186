#!/usr/bin/env bash
# The one command that passes the tests: format, lints, types of the page, all tests, docs.
# It needs Rust (rustup.rs) and installs the rest of what it uses.
set -euo pipefail
cd "$(dirname "$0")/.."

# What is built from nothing, as in CI, is built faster so.
export CARGO_INCREMENTAL="${CARGO_INCREMENTAL:-0}"

cargo fmt --version >/dev/null 2>&1 || rustup component add rustfmt
cargo clippy --version >/dev/null 2>&1 || rustup component add clippy

# The tests of coordinate and worker start a NATS server, those of the page a browser.
needs() { # COMMAND PACKAGE
    if command -v "$1" >/dev/null || ! command -v apt-get >/dev/null; then return; fi
    local get="apt-get install -y --no-install-recommends $2"
    $get >/dev/null 2>&1 || sudo -n $get >/dev/null 2>&1 || { apt-get update && $get; } >/dev/null 2>&1 ||
        echo "($2 is not there and cannot be installed: its tests will fail)"
}
needs nats-server nats-server
needs chromium chromium

echo "== format"
cargo fmt --all --check
echo "== lints"
cargo clippy --workspace --all-targets --quiet -- -D warnings
echo "== types of the page"
if ! command -v npm >/dev/null; then
    echo "(npm is not installed: they are not checked)"
else
    npm exec --yes --package typescript@7 -- tsc -p crates/web/page/jsconfig.json
fi
echo "== the solver for the browser"
if command -v node >/dev/null; then scripts/wasm.sh --test; else scripts/wasm.sh; fi
echo "== tests"
if cargo nextest --version >/dev/null 2>&1; then
    # Examples are looked at by the lints, and not built.
    cargo nextest run --workspace --lib --bins --tests --no-fail-fast
else
    echo "(cargo-nextest is not installed: cargo test runs the same tests, one program after another)"
    cargo test --workspace --lib --bins --tests --no-fail-fast
fi
echo "== the Python package"
scripts/python-tests.sh
echo "== documentation examples"
cargo test --workspace --doc --quiet
echo "== documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
echo "all passed"
