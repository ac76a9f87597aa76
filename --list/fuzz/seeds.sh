#!/usr/bin/env bash
# Makes the seeds of all fuzz targets, or of those named, and the dictionaries of those that read texts.
#
# Usage: fuzz/seeds.sh [TARGET]...
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo run --release --package bustan-games --example seeds -- "$@"
