package io.cliquestream.kernels.graph.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading a packed file leaves no native memory behind. */
final class NativeMemoryTest {
  private static final int ROUNDS = 150;
  private static final int CONTENT_BYTES = 8 << 20;

  @TempDir private Path folder;

  @Test
  void everyZstdFileOnceLeftItsWindowBehind() throws IOException, InterruptedException {
    assumeTrue(Files.exists(Path.of("/proc/self/status")), "no /proc here");
    // A window as large as the content, all of it touched.
    byte[] plain =
        ("# " + "-".repeat(1 << 16) + "\n")
            .repeat(CONTENT_BYTES >> 16)
            .getBytes(StandardCharsets.US_ASCII);
    plain[plain.length - 4] = '\n';
    plain[plain.length - 3] = '1';
    plain[plain.length - 2] = ' ';
    plain[plain.length - 1] = '2';
    Path zstd = Files.write(folder.resolve("edges.txt.zst"), Zstd.compress(plain, 19));
    Path gzip =
        Files.write(folder.resolve("edges.txt.gz"), GraphFileRoundTripTest.pack(plain, ".gz"));
    Process reader =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                ManyFilesMain.class.getName(),
                Integer.toString(ROUNDS),
                zstd.toString(),
                gzip.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(reader.waitFor()).as(output).isZero();
    // What is left behind would be more than the window for each round.
    assertThat(Long.parseLong(output.strip())).isLessThan((long) ROUNDS * CONTENT_BYTES / 2);
  }
}
