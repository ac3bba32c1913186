#!/usr/bin/env bash
# Builds the wheel of the Python package (one for all versions from 3.10) and tells where it is:
#   scripts/wheel.sh [--install] [PROFILE]      --install also installs it; PROFILE is release, or dev for tests
# It needs Rust, and Python 3.10 or later with the module venv; what builds wheels comes from PyPI, into an
# environment below the target folder. --install goes into the environment of the shell, or without one into
# that below the target folder. PYTHON names another Python than python3.
set -euo pipefail
cd "$(dirname "$0")/.."

install=""
if [ "${1:-}" = --install ]; then install=yes; shift; fi
profile="${1:-release}"
target="$(realpath -m "${CARGO_TARGET_DIR:-target}")"
environment="$target/python/venv"
if [ ! -x "$environment/bin/python" ]; then
    "${PYTHON:-python3}" -m venv "$environment"
fi
if [ ! -x "$environment/bin/maturin" ]; then
    "$environment/bin/pip" install --quiet --disable-pip-version-check "maturin>=1.9,<2"
fi
rm -rf "$target/python/wheels"
PYO3_PYTHON="$environment/bin/python" "$environment/bin/maturin" build --quiet --manifest-path python/Cargo.toml \
    --profile "$profile" --target-dir "$target" --out "$target/python/wheels" \
    --interpreter "$environment/bin/python" --compatibility linux >&2
wheel="$(ls "$target"/python/wheels/*.whl)"
if [ -n "$install" ]; then
    python="$environment/bin/python"
    if [ -n "${VIRTUAL_ENV:-}" ]; then python="$VIRTUAL_ENV/bin/python"; fi
    "$python" -m pip install --quiet --disable-pip-version-check --force-reinstall "$wheel"
    echo "installed for $python" >&2
fi
echo "$wheel"
