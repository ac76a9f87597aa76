#!/usr/bin/env bash
# Builds the fuzz targets for ClusterFuzzLite and OSS-Fuzz, in an image of theirs. It is called at the root of the
# repository.
#
# Usage: build.sh [TARGET]...     without a target all
#
# Environment, set by the image: OUT, where all that a target needs goes; SANITIZER; RUSTFLAGS; RUSTUP_TOOLCHAIN.
#
# Each target gets its program, its dictionary, its options, and its seeds and regressions in one archive, under the
# names that both services look for.
set -euo pipefail
: "${OUT:?the image says where the targets go}"

# The image has a nightly of its own, which may be too old. It takes precedence over rust-toolchain.toml.
: "${RUSTUP_TOOLCHAIN:=$(rustup default | cut -d ' ' -f 1)}"
export RUSTUP_TOOLCHAIN
needed=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
has=$(rustc --version | cut -d ' ' -f 2 | cut -d - -f 1)
if [ "$(printf '%s\n' "$needed" "$has" | sort --version-sort | head -n 1)" != "$needed" ]; then
    export RUSTUP_TOOLCHAIN=nightly
    rustup toolchain install nightly --profile minimal --component rust-src
fi

# For coverage the image builds everything in the folder of a target itself, and nothing is left out.
[ "${SANITIZER:-address}" = coverage ] || export RUSTC_WRAPPER="$PWD/fuzz/engines-only"
export CARGO_TARGET_DIR=$PWD/fuzz/target/services
host=$(rustc -vV | sed -n 's/^host: //p')
# Builds the targets of a folder, all or the one named. Those of `fuzz` run for long, so they are optimised in full.
build() {
    [ "$1" != fuzz ] || local -x CARGO_PROFILE_RELEASE_OPT_LEVEL=3
    (cd "$1" && shift && cargo fuzz build -O --debug-assertions --fuzz-dir . --target-dir "$CARGO_TARGET_DIR" "$@")
}

targets=("$@")
if [ "${#targets[@]}" -eq 0 ]; then
    build fuzz
    build fuzz/server
    mapfile -t targets < <(cargo fuzz list --fuzz-dir fuzz && echo server)
else
    for target in "${targets[@]}"; do
        folder=fuzz
        [ "$target" != server ] || folder=fuzz/server
        build "$folder" "$target"
    done
fi

for target in "${targets[@]}"; do
    cp "$CARGO_TARGET_DIR/$host/release/$target" "$OUT/"
    [ ! -f "fuzz/dictionaries/$target.dict" ] || cp "fuzz/dictionaries/$target.dict" "$OUT/"
    { echo '[libfuzzer]' && fuzz/options "$target" | sed 's/=/ = /'; } >"$OUT/$target.options"
    rm -f "$OUT/${target}_seed_corpus.zip"
    find "fuzz/seeds/$target" "fuzz/regressions/$target" -type f ! -name '.*' -print0 |
        sort --zero-terminated | xargs -0 zip --quiet --junk-paths "$OUT/${target}_seed_corpus.zip"
done
