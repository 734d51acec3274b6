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
  private static final int VERTICES = 4_000_000;

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
    Path err = folder.resolve("err.txt");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx24m",
                    "-XX:+UseSerialGC",
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
    assertThat(Files.readString(err, StandardCharsets.UTF_8))
        .contains("cliquestream: JOB_MEMORY_EXCEEDED: ")
        .contains("the Java heap takes 2")
        .contains("CLIQUESTREAM_JAVA_OPTIONS=-Xmx16g");
  }
}
