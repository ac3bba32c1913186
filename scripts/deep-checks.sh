#!/usr/bin/env bash
# Checks that take too long for every commit: the tests marked `#[ignore = "deep check: ..."]`, mutants of
# certificates (a million, or as many as the first word says) for both verifiers, whether the fuzz targets
# still compile, whether the oldest Rust that Cargo.toml names builds andor (rustup fetches it) and every crate
# packs and builds from its package, and a small comparison with OpenSpiel, for which it installs Python packages into a
# throw-away environment.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo test --workspace --tests --no-fail-fast -- --ignored
cargo check --manifest-path fuzz/Cargo.toml
oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
rustup toolchain install "$oldest" --profile minimal --no-self-update
cargo "+$oldest" check --locked --workspace --target-dir "target/rust-$oldest"
cargo package --locked --workspace --exclude my-games --allow-dirty
cargo build --release
scripts/differential.py --andor target/release/andor --mutants "${1:-1000000}"
scripts/compare-openspiel.sh --positions 500 --self-test
