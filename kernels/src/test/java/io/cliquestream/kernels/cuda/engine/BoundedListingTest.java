package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A listing takes as much memory as two lists of matches, whatever their number. */
@Tag("gpu")
final class BoundedListingTest {
  /** C(845, 3) is a little more than 10^8. */
  private static final int VERTICES = 845;

  private static final long TRIANGLES = (long) VERTICES * (VERTICES - 1) * (VERTICES - 2) / 6;

  /** The bit set that tells triangles apart takes 12 MiB of it. */
  private static final String HEAP = "-Xmx64m";

  private static final long MOST_DEVICE_BYTES = 256L << 20;
  private static final long MOST_PINNED_BYTES = 96L << 20;

  @Test
  void aHundredMillionMatchesReachASlowReaderEachOnceInASmallHeap()
      throws IOException, InterruptedException {
    try (var gpu = Gpu.open()) {
      assertThat(gpu.device()).isPresent();
    }
    Map<String, Long> said = child();
    assertThat(TRIANGLES).isGreaterThan(100_000_000);
    assertThat(said)
        .containsEntry("matches", TRIANGLES)
        .containsEntry("listed", TRIANGLES)
        .containsEntry("distinct", TRIANGLES);
    assertThat(said.get("heap")).isLessThanOrEqualTo(64L << 20);
    assertThat(said.get("device")).isEqualTo(said.get("device.early"));
    assertThat(said.get("device")).isLessThanOrEqualTo(MOST_DEVICE_BYTES);
    assertThat(said.get("pinned")).isEqualTo(said.get("pinned.early"));
    assertThat(said.get("pinned")).isLessThanOrEqualTo(MOST_PINNED_BYTES);
  }

  private static Map<String, Long> child() throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add(HEAP);
    line.add("-XX:+UseSerialGC");
    line.add("--enable-native-access=ALL-UNNAMED");
    line.add("--sun-misc-unsafe-memory-access=allow");
    line.add("-Djava.library.path=" + System.getProperty("java.library.path", ""));
    System.getProperties()
        .forEach(
            (name, value) -> {
              if (name.toString().startsWith("cliquestream.")) {
                line.add("-D" + name + "=" + value);
              }
            });
    line.add("-cp");
    line.add(System.getProperty("java.class.path"));
    line.add(SlowReaderMain.class.getName());
    line.add(Integer.toString(VERTICES));
    Process process =
        new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Map<String, Long> said = new TreeMap<>();
    try (var out = process.inputReader()) {
      out.lines()
          .filter(text -> text.contains("="))
          .forEach(
              text ->
                  said.put(
                      text.substring(0, text.indexOf('=')),
                      Long.valueOf(text.substring(text.indexOf('=') + 1))));
    }
    assertThat(process.waitFor()).as("exit status of %s", line).isZero();
    return said;
  }
}
