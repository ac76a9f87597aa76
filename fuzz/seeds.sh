#!/usr/bin/env bash
# Creates the seeds of all fuzz targets, or of the given ones, and the dictionaries of targets that parse
# texts.
#
# Usage: fuzz/seeds.sh [TARGET]...
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo run --release --package bustan-games --example seeds -- "$@"
