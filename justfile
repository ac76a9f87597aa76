# Every script of the repository, as `just --list` shows them. Arguments go to the script: `just ci style`.
set positional-arguments

_default:
    @just --justfile "{{justfile()}}" --list --unsorted

# Run every check that a pull request must pass, or some parts of it
[group('checks')]
ci *arguments:
    .ci/run "$@"

# Test the Python adapters with the newest and the oldest releases of their libraries
[group('checks')]
adapters-python *arguments:
    adapters/python/check "$@"

# Test the JavaScript adapters with the newest and the oldest releases of their libraries
[group('checks')]
adapters-node *arguments:
    adapters/node/check "$@"

# Test the C header and its example, under the sanitizers
[group('checks')]
adapters-c *arguments:
    adapters/c/check "$@"

# Test the pages of `bustan serve` in a browser
[group('checks')]
browser *arguments:
    tests/browser/check "$@"

# Reproduce an error that Bustan found in a published package
[group('checks')]
trophies *arguments:
    trophies/run "$@"

# Run a fuzz target
[group('fuzz')]
fuzz *arguments:
    fuzz/run "$@"

# Build fuzz targets
[group('fuzz')]
fuzz-build *arguments:
    fuzz/build "$@"

# Turn the findings of a check into inputs of fuzz targets
[group('fuzz')]
fuzz-learn *arguments:
    fuzz/learn "$@"

# Reduce the corpus of a fuzz target
[group('fuzz')]
fuzz-minimise *arguments:
    fuzz/minimise "$@"

# Generate the seeds and dictionaries of fuzz targets
[group('fuzz')]
fuzz-seeds *arguments:
    fuzz/seeds.sh "$@"

# Print the libFuzzer options of a fuzz target
[group('fuzz')]
fuzz-options *arguments:
    fuzz/options "$@"

# Wrap the compiler, so that only the fast engines are instrumented; `fuzz/build` uses it
[group('fuzz')]
fuzz-wrapper *arguments:
    fuzz/engines-only "$@"

# Build fuzz targets inside an image of ClusterFuzzLite or OSS-Fuzz
[group('fuzz')]
fuzz-image *arguments:
    .clusterfuzzlite/build.sh "$@"

# Build and run fuzz targets as OSS-Fuzz does, without its image
[group('fuzz')]
fuzz-oss-check *arguments:
    deploy/oss-fuzz/check "$@"

# Check that a sample of mutants of the fast engines is found
[group('assay')]
mutants-check *arguments:
    assay/mutants/check "$@"

# Mutate an engine or another part, and count the mutants that are found
[group('assay')]
mutants *arguments:
    assay/mutants/run "$@"

# Measure how many games and moves a check needs for each planted flaw
[group('assay')]
slow *arguments:
    assay/slow/run "$@"

# Measure how soon the fuzzer and a check find planted flaws and mutants
[group('assay')]
strength *arguments:
    assay/strength/run "$@"

# Build the programs of `strength`, with all mutants in them
[group('assay')]
strength-build *arguments:
    assay/strength/build "$@"

# Measure a table of the section on benchmarks and evidence, or list the tables with their dates
[group('bench')]
figures *arguments:
    bench/figures.py "$@"

# Refresh the figures of games, spaces and trees
[group('bench')]
assurance *arguments:
    bench/assurance/run "$@"

# Fuzz for long, and refresh the figures of the fuzz targets
[group('bench')]
assurance-fuzz *arguments:
    bench/assurance/fuzz "$@"

# Compare a check with proptest, Hypothesis and libFuzzer on planted flaws
[group('bench')]
beside *arguments:
    bench/beside/run "$@"

# Measure builds, pace, shrinking and lines of code
[group('bench')]
boundary *arguments:
    bench/boundary/run "$@"

# Measure how soon a check finds the classic errors of engines
[group('bench')]
classics *arguments:
    bench/classics/run "$@"

# Measure solving in one process and in several
[group('bench')]
bench-cluster *arguments:
    bench/cluster/run "$@"

# Compare pairs of third-party engines
[group('bench')]
pairs *arguments:
    bench/pairs/run "$@"

# Measure plies per second of random games
[group('bench')]
playout *arguments:
    bench/playout/run "$@"

# Compare the oldest and the newest release of each library
[group('bench')]
releases *arguments:
    bench/pairs/releases "$@"

# Compare the output and the files of two builds of Bustan
[group('bench')]
same *arguments:
    bench/same/run "$@"

# Measure how far and how fast long games of slow programs shrink
[group('bench')]
shrinking *arguments:
    bench/shrinking/run "$@"

# Search for the shortest games that `shrinking` can reach
[group('bench')]
shrinking-least *arguments:
    bench/shrinking/least.py "$@"

# Build the packages of a release, and audit their versions
[group('deploy')]
package *arguments:
    deploy/package "$@"

# Install and run the packages of a release, and lint the workflows
[group('deploy')]
package-check *arguments:
    deploy/check "$@"

# Publish the Rust packages, in the order of their dependencies
[group('deploy')]
publish *arguments:
    deploy/publish "$@"

# Check the files for solving on many machines, and run them on this one
[group('deploy')]
cluster-check *arguments:
    deploy/cluster/check "$@"

# Check the files for runs on many machines
[group('deploy')]
shards-check *arguments:
    deploy/shards/check "$@"

# Run the files for many machines on this one, and compare the result with one run
[group('deploy')]
shards-rehearse *arguments:
    deploy/shards/rehearse "$@"

# Run all shards on the cores of this machine, with GNU parallel
[group('deploy')]
shards-parallel *arguments:
    deploy/shards/parallel.sh "$@"

# Run the shards that no other worker runs
[group('deploy')]
shards-worker *arguments:
    deploy/shards/worker "$@"

# Submit the shards to Slurm
[group('deploy')]
shards-slurm *arguments:
    sbatch "$@" deploy/shards/slurm.sh

# Start the adapters as the command of the npm package `bustan-adapters` does
[group('packages')]
node-adapters *arguments:
    adapters/node/bin/bustan-adapters.js "$@"

# Start Bustan as the command of the npm package `bustan` does, once it is installed
[group('packages')]
node-bustan *arguments:
    deploy/npm/bin/bustan.js "$@"
