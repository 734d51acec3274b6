#!/bin/sh
# Builds the test and benchmark programs, and before them the library by its own script:
#
#   build.sh [--no-line-info] OUTPUT_DIR [ARCH...]
#
# A program is made again when the library or one of its own sources is newer.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
main=$here/../../main/cuda
status=0
"$main/build.sh" "$@" || status=$?
[ "$status" -eq 0 ] || exit "$status"
[ "$1" != --no-line-info ] || shift
out=$1
first=$(cut -d ' ' -f 1 "$out/architectures")
# Kernels that tests load by name.
"${NVCC:-nvcc}" -std=c++17 -O2 -arch="sm_$first" -fatbin -o "$out/runtime_kernels.fatbin" "$here/runtime_kernels.cu"
for program in "$here"/*_test.cu "$here"/*/*_test.cu "$here"/../../bench/cuda/*.cu "$here"/../../bench/cuda/*/*.cu; do
  [ -e "$program" ] || continue
  name=$(basename "${program%.cu}")
  if [ -e "$out/$name" ] &&
    [ -z "$(find "$program" "$here" "$main/include" "$out/libcliquestream_cuda.so" -type f -newer "$out/$name" -print | head -n 1)" ]; then
    continue
  fi
  "${NVCC:-nvcc}" -std=c++17 -O2 -Xcompiler -Wall -arch="sm_$first" -I"$main/include" -I"$here" -cudart static \
    -o "$out/$name.part" "$program" "$out"/objects/*.o
  mv "$out/$name.part" "$out/$name"
done
