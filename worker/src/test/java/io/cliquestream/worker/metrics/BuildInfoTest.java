package io.cliquestream.worker.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BuildInfoTest {
  @Test
  void aPackagedWorkerSaysItsVersionAndCommitAndOneInAFolderThatItIsNone(@TempDir Path folder)
      throws IOException {
    assertThat(BuildInfo.of(jar(folder.resolve("told.jar"), "1.2.3", "0123abc")))
        .isEqualTo(new BuildInfo("1.2.3", "0123abc"));
    assertThat(BuildInfo.of(jar(folder.resolve("untold.jar"), "1.2.3", "")))
        .isEqualTo(new BuildInfo("1.2.3", "unknown"));
    assertThat(BuildInfo.read().version()).isNotBlank();
  }

  private static Path jar(Path file, String version, String commit) throws IOException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
    manifest.getMainAttributes().putValue("Implementation-Commit", commit);
    new JarOutputStream(Files.newOutputStream(file), manifest).close();
    return file;
  }
}
