#!/usr/bin/env bash
# The tests of the Python package: builds its wheel, installs that into an environment below the target
# folder, and runs mypy, pytest and the notebooks there.
#   scripts/python-tests.sh [PROFILE]      dev, which the other tests build too, or release
# OpenSpiel is installed if there is a wheel of it; without it its tests are skipped.
set -euo pipefail
cd "$(dirname "$0")/.."

python="${PYTHON:-python3}"
profile="${1:-dev}"
if ! "$python" -c 'import sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    echo "(Python 3.10 with venv is not installed: the Python package is not tested)"
    exit 0
fi
target="$(realpath -m "${CARGO_TARGET_DIR:-target}")"
environment="$target/python/venv"
pip() { "$environment/bin/pip" --quiet --disable-pip-version-check "$@"; }
[ -x "$environment/bin/python" ] || "$python" -m venv "$environment"
if [ ! -e "$environment/complete" ]; then
    if ! pip install "maturin>=1.9,<2" pytest mypy nbclient ipykernel tqdm pandas pandas-stubs matplotlib; then
        echo "(PyPI cannot be reached: the Python package is not tested)"
        exit 0
    fi
    pip install --only-binary :all: open_spiel==2.0.2 || echo "(there is no OpenSpiel for this Python)"
    touch "$environment/complete"
fi
wheel="$(scripts/wheel.sh "$profile")"
pip install --force-reinstall --no-deps "$wheel"
# What the command line says is compared with, where it is built.
folder="${profile/dev/debug}"
program="${ANDOR:-$target/$folder/andor}"
[ -x "$program" ] || program=""
# Tests see the package that was installed, not the folder that it was made of.
cd python/tests
"$environment/bin/mypy" --config-file ../pyproject.toml ../andor .
ANDOR="$program" "$environment/bin/python" -m pytest -c ../pyproject.toml --rootdir .. -p no:cacheprovider .
