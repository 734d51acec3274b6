#!/bin/sh
# Builds the CUDA side: libcliquestream_cuda.so (the C ABI) and cliquestream.fatbin (the kernels by name).
#
#   build.sh OUTPUT_DIR [ARCH...]
#
# ARCH is a number as in sm_ARCH; without any, 80 86 89 90 100 are built, with PTX of the lowest for later devices.
# NVCC names another compiler. Exit status: 0 built, 3 no nvcc, anything else a compiler error.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
if [ $# -lt 1 ]; then
  echo "usage: build.sh OUTPUT_DIR [ARCH...]" >&2
  exit 2
fi
out=$1
shift
[ $# -gt 0 ] || set -- 80 86 89 90 100
nvcc=${NVCC:-nvcc}
if ! command -v "$nvcc" >/dev/null 2>&1; then
  echo "cliquestream: nvcc not found (looked for '$nvcc'): the CUDA engine is left out of this build" >&2
  exit 3
fi

mkdir -p "$out/objects"
out=$(cd "$out" && pwd)
targets=
for arch in "$@"; do
  targets="$targets -gencode=arch=compute_$arch,code=sm_$arch"
done
lowest=$1
targets="$targets -gencode=arch=compute_$lowest,code=compute_$lowest"
flags="-std=c++17 -O3 -lineinfo -Xcompiler -fPIC,-fvisibility=hidden,-Wall -I$here -I$here/include"

jobs=
objects=
for source in $(cd "$here" && find . -name '*.cu' ! -path './fatbin/*' | sort); do
  name=$(echo "${source#./}" | tr '/' '_')
  object=$out/objects/${name%.cu}.o
  objects="$objects $object"
  if [ ! -e "$object" ] || [ -n "$(find "$here" -newer "$object" \( -name '*.cu' -o -name '*.cuh' -o -name '*.h' -o -name build.sh \) -print | head -1)" ]; then
    # shellcheck disable=SC2086 # the lists are words on purpose
    "$nvcc" $flags $targets -c "$here/$source" -o "$object" &
    jobs="$jobs $!"
  fi
  # At most as many compilers as processors.
  set -- $jobs
  if [ $# -ge "$(getconf _NPROCESSORS_ONLN)" ]; then
    wait "$1"
    shift
    jobs="$*"
  fi
done
for job in $jobs; do
  wait "$job"
done
# shellcheck disable=SC2086
"$nvcc" $flags $targets -shared -cudart static -o "$out/libcliquestream_cuda.so" $objects
# shellcheck disable=SC2086
"$nvcc" $flags $targets -fatbin -o "$out/cliquestream.fatbin" "$here/fatbin/kernels.cu"
echo "built $out/libcliquestream_cuda.so and $out/cliquestream.fatbin"
