#!/bin/sh
# Maven's entry: builds the CUDA side and puts what the jar carries into a resource folder.
#
#   package.sh [--no-line-info] BUILD_DIR RESOURCE_DIR JCUDA_LIBRARY ARCH...
#
# RESOURCE_DIR gets the library, the fatbin, JCuda's driver binding and natives.properties with their SHA-256.
# Without nvcc it gets nothing, loses what an earlier build left there, and the build goes on.
set -eu

options=
if [ "${1:-}" = --no-line-info ]; then
  options=$1
  shift
fi
build=$1
resources=$2
jcuda=$3
shift 3

status=0
# shellcheck disable=SC2086 # empty or one option
"$(dirname "$0")/build.sh" $options "$build" "$@" || status=$?
if [ "$status" -eq 3 ]; then
  rm -rf "$resources"
  exit 0
fi
[ "$status" -eq 0 ] || exit "$status"

toolkit=$("${NVCC:-nvcc}" --version | sed -n 's/.*release \([0-9]*\.[0-9]*\).*/\1/p')
manifest=$build/natives.properties
{
  echo "# Written by the build: what lies beside this file."
  echo "architectures=$(cat "$build/architectures")"
  echo "ptx=$(cat "$build/ptx")"
  echo "toolkit=$toolkit"
  # Any driver of the toolkit's major version runs what it compiled.
  echo "minimum.driver=${toolkit%.*}000"
  for file in "$build/libcliquestream_cuda.so" "$build/cliquestream.fatbin" "$jcuda"; do
    echo "sha256.$(basename "$file")=$(sha256sum <"$file" | cut -d ' ' -f 1)"
  done
} >"$manifest"
if ! cmp -s "$manifest" "$resources/natives.properties"; then
  rm -rf "$resources"
  mkdir -p "$resources"
  cp "$build/libcliquestream_cuda.so" "$build/cliquestream.fatbin" "$jcuda" "$manifest" "$resources/"
fi
