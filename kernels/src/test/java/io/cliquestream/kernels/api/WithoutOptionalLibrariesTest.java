package io.cliquestream.kernels.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.cliquestream.kernels.engine.Engines;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library alone on a class path: no zstd, no JCuda. */
class WithoutOptionalLibrariesTest {
  private static final byte[] TRIANGLE =
      "0 1\n1 2\n2 0\n".getBytes(java.nio.charset.StandardCharsets.UTF_8);

  @TempDir private Path folder;

  @Test
  void plainAndGzipTextNeedNothingElse() throws Exception {
    Path plain = Files.write(folder.resolve("plain.txt"), TRIANGLE);
    Path gzip = folder.resolve("packed.txt.gz");
    try (var packer = new java.util.zip.GZIPOutputStream(Files.newOutputStream(gzip))) {
      packer.write(TRIANGLE);
    }
    try (URLClassLoader alone = alone()) {
      assertThat(edges(alone, plain)).isEqualTo(3L);
      assertThat(edges(alone, gzip)).isEqualTo(3L);
    }
  }

  @Test
  void zstdNeededItsLibraryAndNowSaysSo() throws Exception {
    Path packed = Files.write(folder.resolve("packed.txt.zst"), Zstd.compress(TRIANGLE));
    try (URLClassLoader alone = alone()) {
      assertThatThrownBy(() -> edges(alone, packed))
          .isInstanceOf(InvocationTargetException.class)
          .cause()
          .hasMessageContaining("zstd-jni")
          .satisfies(
              failure ->
                  assertThat(String.valueOf(failure.getClass().getMethod("code").invoke(failure)))
                      .isEqualTo("FILE_UNREADABLE"));
    }
  }

  @Test
  void enginesAreSurveyedAndTheHostsOneIsOpened() throws Exception {
    try (URLClassLoader alone = alone()) {
      Class<?> engines = alone.loadClass(Engines.class.getName());
      assertThat(String.valueOf(engines.getMethod("survey").invoke(null))).contains("CPU");
      Object engine = engines.getMethod("open").invoke(null);
      assertThat(engine.getClass().getSimpleName()).isEqualTo("CpuEngine");
      ((AutoCloseable) engine).close();
    }
  }

  private static URLClassLoader alone() {
    URL classes = Engines.class.getProtectionDomain().getCodeSource().getLocation();
    return new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader());
  }

  /** What GraphFiles.read gives, as another program's loader sees it. */
  private static long edges(ClassLoader loader, Path file) throws Exception {
    String root = "io.cliquestream.kernels.";
    Class<?> format = loader.loadClass(root + "graph.file.GraphFileFormat");
    Class<?> limits = loader.loadClass(root + "graph.file.ReadLimits");
    Class<?> control = loader.loadClass(root + "control.JobControl");
    Object edges =
        loader
            .loadClass(root + "graph.file.GraphFiles")
            .getMethod("read", Path.class, format, limits, control)
            .invoke(
                null,
                file,
                format.getField("AUTO").get(null),
                limits.getMethod("defaults").invoke(null),
                control.getMethod("unbounded").invoke(null));
    try (AutoCloseable _ = (AutoCloseable) edges) {
      return (long) edges.getClass().getMethod("size").invoke(edges);
    }
  }
}
