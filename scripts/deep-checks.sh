#!/usr/bin/env bash
# Checks that take too long for every commit: the tests marked `#[ignore = "deep check: ..."]`, and a
# small comparison with OpenSpiel, for which it installs Python packages into a throw-away environment.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo test --workspace --tests --no-fail-fast -- --ignored
scripts/compare-openspiel.sh --positions 500 --self-test
