#!/bin/bash
# The shards of a run on all cores of one machine with GNU parallel, merged at the end. Running it again
# resumes what was not over.
#
#   deploy/shards/parallel.sh FOLDER check dominions --games 100000 --keep-going
#
# Environment: SHARDS, the number of shards (default: 16); BUSTAN, the program (default: bustan).
set -euo pipefail
folder=$1
shift
shards=${SHARDS:-16} bustan=${BUSTAN:-bustan}
mkdir -p "$folder"
# A finding, exit code 1, is a result.
# shellcheck disable=SC2016  # The inner shell is to expand it.
seq 0 $((shards - 1)) | parallel --will-cite --quote --joblog "$folder/joblog" \
    sh -c '"$@"; code=$?; [ "$code" -eq 1 ] || exit "$code"' sh \
    "$bustan" "$@" --jobs 1 --shard "{}/$shards" --resume --out "$folder/shard-{}"
exec "$bustan" merge "$folder"/shard-* --out "$folder/all"
