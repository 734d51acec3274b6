package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command says whose process has too little memory. */
final class MemoryEndTest {
  private static final int VERTICES = 8_000_000;

  @TempDir private Path folder;

  private Path pairs() throws IOException {
    ByteBuffer ids = ByteBuffer.allocate(VERTICES * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int vertex = 0; vertex < VERTICES; vertex++) {
      ids.putInt(vertex);
    }
    return Files.write(folder.resolve("pairs.u32"), ids.array());
  }

  @Test
  void theEndOfTheHeapWasAnInternalError() throws Exception {
    assertThat(failure("-Xmx44m", "-XX:+UseSerialGC"))
        .contains("cliquestream: JOB_MEMORY_EXCEEDED: ")
        .contains("the Java heap takes 4")
        .contains("CLIQUESTREAM_JAVA_OPTIONS=-Xmx16g");
  }

  @Test
  void aHeapTooSmallForTheOrderIsToldWithOneThatIsEnough() throws Exception {
    for (String collector : List.of("-XX:+UseParallelGC", "-XX:+UseSerialGC")) {
      assertThat(failure("-Xmx80m", collector))
          .contains("cliquestream: JOB_MEMORY_EXCEEDED: ordering 8,000,000 vertices")
          .contains("2 arrays of 30 MiB")
          .contains("CLIQUESTREAM_JAVA_OPTIONS=-Xmx219m is enough");
    }
  }

  private String failure(String heap, String collector) throws Exception {
    Path err = folder.resolve("err.txt");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    heap,
                    collector,
                    "-XX:TieredStopAtLevel=1",
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "compute",
                    "triangles",
                    "--per-vertex",
                    "--graph",
                    pairs().toString()))
            .redirectOutput(folder.resolve("out.txt").toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor()).isEqualTo(ExitCode.RESOURCE.number());
    return Files.readString(err, StandardCharsets.UTF_8);
  }
}
