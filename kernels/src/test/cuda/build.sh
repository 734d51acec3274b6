#!/bin/sh
# Builds the test and benchmark programs and the kernels that tests load, and before them the library by its own
# script:
#
#   build.sh [--no-line-info] OUTPUT_DIR [ARCH...]
#
# A *_kernels.cu becomes a fatbin, every other one a program that takes the library from its own folder, as the engine
# does. Each is made again when its source or a header is newer; as many compilers run as there are processors.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
main=$here/../../main/cuda
bench=$here/../../bench/cuda
status=0
"$main/build.sh" "$@" || status=$?
[ "$status" -eq 0 ] || exit "$status"
[ "$1" != --no-line-info ] || shift
out=$(cd "$1" && pwd)
first=$(cut -d ' ' -f 1 "$out/architectures")

# Names what to make and from which source, one a line: target, source.
find "$here" "$bench" -name '*.cu' | sort | while read -r source; do
  name=$(basename "${source%.cu}")
  case $name in
    *_kernels) target=$out/$name.fatbin ;;
    *) target=$out/$name ;;
  esac
  if [ ! -e "$target" ] ||
    [ -n "$(find "$source" "$here" "$bench" "$main/include" -type f \
      \( -name '*.h' -o -name '*.cuh' -o -path "$source" \) -newer "$target" -print | head -n 1)" ]; then
    printf '%s\n%s\n' "$target" "$source"
  fi
done >"$out/programs"

export out first main here
# shellcheck disable=SC2016 # the variables are the inner shell's
xargs -d '\n' -r -n 2 -P "$(getconf _NPROCESSORS_ONLN)" sh -c '
  set -eu
  flags="-std=c++17 -O2 -Xcompiler -Wall -arch=sm_$first -I$main/include -I$here -I$main"
  case $1 in
    *.fatbin) "${NVCC:-nvcc}" $flags -fatbin -o "$1.part" "$2" ;;
    *) "${NVCC:-nvcc}" $flags -cudart static -o "$1.part" "$2" -L"$out" -lcliquestream_cuda -lpthread -Xlinker "-rpath,\$ORIGIN" ;;
  esac
  mv "$1.part" "$1"
' sh <"$out/programs"
