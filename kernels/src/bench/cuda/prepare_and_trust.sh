#!/bin/sh
# Checks and times graph orders, the peel, preparation in parts and TRUST: the figures of RECORD-triangles.md that `triangles`
# does not print by default.
#
#   prepare_and_trust.sh BUILD_DIR GRAPH.bin...     BUILD_DIR from src/test/cuda/build.sh; about two minutes
set -eu
build=$1
shift
export CUDA_MODULE_LOADING=EAGER

"$build/kernel_test" 60 1200
"$build/kernel_test" collide 140
"$build/kernel_test" prepare 200000 2200000
if command -v compute-sanitizer >/dev/null 2>&1; then
  for tool in memcheck initcheck synccheck racecheck; do
    # One graph past the hub window, then the steps of the preparation that only large graphs take.
    CS_TEST_NO_POISON=1 compute-sanitizer --tool "$tool" "$build/kernel_test" 1 609 | tail -1
    CS_TEST_NO_POISON=1 compute-sanitizer --tool "$tool" "$build/kernel_test" prepare 200000 2200000 | tail -1
  done
fi
for graph in "$@"; do
  "$build/triangles" "$graph" all-in=0 repeats=11 variants=orient,peel,parts,trust,trust-in,trust-collective
done
