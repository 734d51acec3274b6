package io.cliquestream.worker.metrics;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/**
 * What was built, as the manifest of the jar that holds this class says.
 *
 * @param version of the release; {@code unpackaged} for classes that lie in a folder
 * @param commit what it was built from; {@code unknown} where the build was not told
 */
public record BuildInfo(String version, String commit) {
  private static final BuildInfo UNPACKAGED = new BuildInfo("unpackaged", "unknown");

  /** Of this program. Reads a file. */
  public static BuildInfo read() {
    try {
      Path place =
          Path.of(BuildInfo.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return Files.isRegularFile(place) ? of(place) : UNPACKAGED;
    } catch (IOException | URISyntaxException e) {
      return UNPACKAGED;
    }
  }

  /** Of a jar. */
  static BuildInfo of(Path jar) throws IOException {
    try (var file = new JarFile(jar.toFile())) {
      if (file.getManifest() == null) {
        return UNPACKAGED;
      }
      Attributes attributes = file.getManifest().getMainAttributes();
      return new BuildInfo(
          said(attributes, "Implementation-Version").orElse(UNPACKAGED.version()),
          said(attributes, "Implementation-Commit").orElse(UNPACKAGED.commit()));
    }
  }

  private static Optional<String> said(Attributes attributes, String name) {
    return Optional.ofNullable(attributes.getValue(name)).filter(value -> !value.isBlank());
  }
}
