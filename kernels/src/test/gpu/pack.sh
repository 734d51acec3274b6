#!/bin/sh
# Packs the GPU suite for a host that has a GPU and a Java 25 runtime, but neither Maven nor network:
#
#   pack.sh OUTPUT_DIR        after mvn -pl kernels test-compile
#
# On the GPU host:  OUTPUT_DIR/run.sh [-DNAME=VALUE...]   every test tagged gpu; see docs/cuda-engine.md for the names
set -eu
here=$(cd "$(dirname "$0")" && pwd)
module=$(cd "$here/../../.." && pwd)
mkdir -p "$1/src/main/cuda/include"
out=$(cd "$1" && pwd)
cd "$module"
[ -d target/test-classes ] || { echo "pack.sh: compile the tests first: mvn -pl kernels test-compile" >&2; exit 2; }
junit=$(sed -n 's:.*<junit.version>\(.*\)</junit.version>.*:\1:p' ../pom.xml)
mvn -B -q dependency:copy -Dartifact="org.junit.platform:junit-platform-console-standalone:$junit" -DoutputDirectory="$out"
mvn -B -q dependency:copy-dependencies -DincludeArtifactIds=assertj-core,jcuda,zstd-jni -DoutputDirectory="$out"
jar --create --file "$out/classes.jar" -C target/classes .
jar --create --file "$out/tests.jar" -C target/test-classes .
cp src/main/cuda/include/*.h "$out/src/main/cuda/include/"
cp "$here/run.sh" "$out/"
# Kernels that tests load by name, where they were built.
[ ! -e target/cuda/runtime_kernels.fatbin ] || cp target/cuda/runtime_kernels.fatbin "$out/"
echo "packed into $out"
