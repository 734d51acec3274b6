#!/bin/sh
# Runs every test tagged gpu from a folder made by pack.sh, with the java of JAVA_HOME or the path.
#
#   run.sh [-DNAME=VALUE...]
set -eu
cd "$(dirname "$0")"
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
classes=$(printf '%s:' *.jar)
exec "$java" -Xmx8g -XX:+UseParallelGC --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow "$@" \
  -cp "$classes" org.junit.platform.console.ConsoleLauncher execute --scan-classpath tests.jar \
  --include-classname '.*Test' --include-tag gpu --details tree --disable-ansi-colors
