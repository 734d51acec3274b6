#!/usr/bin/env bash
# Builds the Python package as a user would, and tests every client against a real broker and worker:
# test.sh [PYTEST_ARGUMENT…]. Needs the built command line (cli/target/runtime). What is missing on this
# machine is said, and skips what needs it; CLIENTS_PYTHON names another Python.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
home="$(dirname "$here")"
target="$here/target"

python=""
for candidate in "${CLIENTS_PYTHON:-}" python3 /usr/bin/python3; do
  if [ -n "$candidate" ] && "$candidate" -c 'import setuptools, wheel, pip, confluent_kafka, google.protobuf, pytest' 2>/dev/null; then
    python="$candidate"
    break
  fi
done
if [ -z "$python" ]; then
  echo "cliquestream: clients are NOT tested: no Python with confluent_kafka, protobuf, pytest, pip, setuptools and wheel" \
    "(Debian: python3-confluent-kafka python3-protobuf python3-pytest python3-pip python3-wheel)"
  exit 0
fi
if [ ! -e "$home/cli/target/runtime" ]; then
  echo "cliquestream: clients cannot be tested before the command line is built: ./cliquestream engines"
  exit 1
fi

# The JVM's tests compile as a user would, with the JDK that the launcher finds.
for candidate in "${JAVA_HOME:-}" /usr/lib/jvm/* /opt/jdk*; do
  if [ -x "$candidate/bin/javac" ] && grep -q '^JAVA_VERSION="\(2[5-9]\|[3-9][0-9]\)' "$candidate/release" 2>/dev/null; then
    export JAVA_HOME="$candidate"
    break
  fi
done

# The launcher beside a folder lib runs these jars and builds nothing.
mkdir -p "$target/home"
cp "$home/cliquestream" "$target/home/cliquestream"
ln -sfn "$home/cli/target/runtime" "$target/home/lib"

# In a copy, because building leaves files beside the sources.
rm -rf "$target/python" "$target/source"
cp -r "$here/python" "$target/source"
if ! CLIQUESTREAM_PROTO="$home/proto/src/main/proto" "$python" -m pip --quiet --disable-pip-version-check install \
  --no-index --no-deps --no-build-isolation --root-user-action=ignore --target "$target/python" "$target/source" >"$target/pip.log" 2>&1; then
  cat "$target/pip.log"
  exit 1
fi

cd "$here/tests"
export CLIQUESTREAM_LAUNCHER="$target/home/cliquestream" PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH="$target/python" CLIENTS_HOME="$home"
exec "$python" -m pytest -p no:cacheprovider -q -rs --durations=5 "$@"
