#!/bin/sh
# Builds the CUDA side: libcliquestream_cuda.so (the C ABI) and cliquestream.fatbin (the kernel Java loads by name).
#
#   build.sh [--no-line-info] OUTPUT_DIR [ARCH...]
#
# ARCH is a number as in sm_ARCH, or the word native: the devices of this machine, or 90 where there is none.
# Without any, 80 86 89 90 100 are built. PTX of the lowest serves later devices. --no-line-info leaves out the
# source lines that profilers and compute-sanitizer show, and with them every path of this machine.
#
# Compiles what changed: an object is made again when one of the files it included, the compiler or the flags
# differ. As many compilers run as there are processors. NVCC names another compiler.
# Exit status: 0 built, 3 no nvcc, anything else a compiler error.
set -eu

line_info=-lineinfo
if [ "${1:-}" = --no-line-info ]; then
  line_info=
  shift
fi
if [ $# -lt 1 ]; then
  echo "usage: build.sh [--no-line-info] OUTPUT_DIR [ARCH...]" >&2
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
if [ "$*" = native ]; then
  present=$(timeout 30 nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | tr -d . | sort -nu) || present=
  # shellcheck disable=SC2086 # a list of words
  set -- ${present:-90}
fi

mkdir -p "$out/objects"
out=$(cd "$out" && pwd)
cd "$(dirname "$0")"

lowest=$1
targets=
for arch in "$@"; do
  targets="$targets -gencode=arch=compute_$arch,code=sm_$arch"
  [ "$arch" -ge "$lowest" ] || lowest=$arch
done
targets="$targets -gencode=arch=compute_$lowest,code=compute_$lowest"
flags="-std=c++17 -O3 $line_info -Xcompiler -fPIC,-fvisibility=hidden,-Wall -I. -Iinclude $targets"

# Objects of other flags or another compiler are of no use.
wanted="$flags ${NVCC_PREPEND_FLAGS:-} ${NVCC_APPEND_FLAGS:-} $("$nvcc" --version | tail -n 1)"
if [ "$(cat "$out/objects/flags" 2>/dev/null)" != "$wanted" ]; then
  rm -f "$out"/objects/*
  printf '%s\n' "$wanted" >"$out/objects/flags"
fi
echo "$*" >"$out/architectures"
echo "$lowest" >"$out/ptx"

# Whether object $1 has to be made again; $1.d lists what it was made from, as make wants it.
stale() {
  [ -e "$1" ] && [ -e "$1.d" ] || return 0
  sed -e 's/^[^:]*: *//' -e 's/ *\\$//' "$1.d" | tr -s ' ' '\n' | while read -r source; do
    if [ -n "$source" ] && { [ ! -e "$source" ] || [ "$source" -nt "$1" ]; }; then
      echo "$source"
    fi
  done | grep -q .
}

jobs=
# Waits until fewer than $1 compilers run; a compiler's failure ends the build.
wait_for_fewer_than() {
  # shellcheck disable=SC2086 # a list of process ids
  set -- "$1" $jobs
  while [ $(($# - 1)) -ge "$1" ]; do
    limit=$1
    wait "$2"
    shift 2
    jobs=$*
    set -- "$limit" "$@"
  done
}

processors=$(getconf _NPROCESSORS_ONLN)
# Makes object $2 from source $3 in mode $1 and moves it into place only when it is complete.
compile() {
  stale "$2" || return 0
  wait_for_fewer_than "$processors"
  # shellcheck disable=SC2086 # the flags are words on purpose
  { "$nvcc" $flags -I"$out/objects" -MMD -MF "$2.d" "$1" -o "$2.part" "$3" && mv "$2.part" "$2"; } &
  jobs="$jobs $!"
}

# The table of the headers' records, left alone where it is the same, so that nothing is compiled again for it.
awk -f library/layouts.awk include/*.h >"$out/objects/layouts.part"
if ! cmp -s "$out/objects/layouts.part" "$out/objects/layouts.inc"; then
  mv "$out/objects/layouts.part" "$out/objects/layouts.inc"
fi

objects=
for source in $(find . -name '*.cu' ! -path './probe/*' | sort); do
  name=$(echo "${source#./}" | tr '/' '_')
  objects="$objects ${name%.cu}.o"
  compile -c "$out/objects/${name%.cu}.o" "$source"
done
compile -fatbin "$out/objects/cliquestream.fatbin" probe/probe.cu
wait_for_fewer_than 1

# An object whose source is gone must not be linked by anybody.
for object in "$out"/objects/*.o; do
  case " $objects " in
    *" ${object##*/} "*) ;;
    *) rm -f "$object" "$object.d" "$out/libcliquestream_cuda.so" ;;
  esac
done

library=$out/libcliquestream_cuda.so
if [ ! -e "$library" ] || [ -n "$(find "$out/objects" -name '*.o' -newer "$library" -print | head -n 1)" ]; then
  # Without local symbols, whose names hold process ids: equal sources give an equal library.
  # shellcheck disable=SC2086 # the flags are words on purpose
  "$nvcc" $flags -shared -cudart static -Xlinker -s -o "$library.part" "$out"/objects/*.o
  mv "$library.part" "$library"
fi
if [ ! -e "$out/cliquestream.fatbin" ] || [ "$out/objects/cliquestream.fatbin" -nt "$out/cliquestream.fatbin" ]; then
  cp "$out/objects/cliquestream.fatbin" "$out/cliquestream.fatbin"
fi
echo "cliquestream: CUDA kernels for sm_$(echo "$*" | sed 's/ / sm_/g') and PTX $lowest are in $out"
