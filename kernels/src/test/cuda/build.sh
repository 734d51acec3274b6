#!/bin/sh
# Builds the test and benchmark programs:  build.sh OUTPUT_DIR [ARCH...]   (the library first, by its own script)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
main=$here/../../main/cuda
out=$1
"$main/build.sh" "$@"
shift
first=${1:-90}
for program in "$here"/*_test.cu "$here"/*/*_test.cu "$here"/../../bench/cuda/*.cu "$here"/../../bench/cuda/*/*.cu; do
  [ -e "$program" ] || continue
  name=$(basename "${program%.cu}")
  "${NVCC:-nvcc}" -std=c++17 -O2 -Xcompiler -Wall -arch="sm_$first" -I"$main/include" -I"$here" -cudart static \
    -o "$out/$name" "$program" "$out"/objects/*.o
done
