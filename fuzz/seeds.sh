#!/usr/bin/env bash
# Makes the seeds of all fuzz targets and the dictionaries of those that read texts.
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo run --release --package bustan-games --example seeds
