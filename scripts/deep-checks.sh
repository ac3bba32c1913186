#!/usr/bin/env bash
# Checks that take too long for every commit: the tests marked `#[ignore = "deep check: ..."]`.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo test --workspace --tests --no-fail-fast -- --ignored
