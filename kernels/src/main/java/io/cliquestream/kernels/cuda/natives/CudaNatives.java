package io.cliquestream.kernels.cuda.natives;

import io.cliquestream.kernels.failure.ComputeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Where the natives of the CUDA engine are, or why they cannot be used. */
public final class CudaNatives {
  /**
   * System property that names a folder of the installation with the natives; without it they come
   * from the library's jar. The launcher of a distribution sets it.
   */
  public static final String FOLDER_PROPERTY = "cliquestream.natives";

  /** Read once: the property names another folder while JCuda is being initialised. */
  private static final Path TEMPORARY_FOLDER = Path.of(System.getProperty("java.io.tmpdir"));

  private CudaNatives() {}

  /**
   * Looks for the natives and the driver. Loads the driver's library and asks for its version, but
   * touches no device. Never throws: whatever is wrong is the sentence of {@link
   * NativesSearch.Missing}.
   */
  public static NativesSearch locate() {
    String folder = System.getProperty(FOLDER_PROPERTY, "");
    NativesSource source =
        folder.isEmpty() ? NativesSource.resources() : NativesSource.folder(Path.of(folder));
    return locate(
        source, Platform.ofThisMachine(), DriverLibrary.open(DriverLibrary.NAME), TEMPORARY_FOLDER);
  }

  static NativesSearch locate(
      NativesSource source, Platform platform, Optional<DriverLibrary> driver, Path scratch) {
    if (!platform.supported()) {
      return new NativesSearch.Missing("the CUDA engine needs Linux on x86-64, not " + platform);
    }
    NativesManifest manifest;
    try {
      var found = NativesManifest.read(source);
      if (found.isEmpty()) {
        return new NativesSearch.Missing(source.emptySentence());
      }
      manifest = found.get();
      for (String file : manifest.files()) {
        if (!source.holds(file)) {
          return new NativesSearch.Missing(
              "the CUDA files of this build are incomplete: %s is missing from %s"
                  .formatted(file, source));
        }
      }
      source.requireSafe();
    } catch (IOException | ComputeException e) {
      return new NativesSearch.Missing(
          "the CUDA files of this build cannot be used: " + e.getMessage());
    }
    if (driver.isEmpty()) {
      return new NativesSearch.Missing(
          "no NVIDIA driver is installed (%s was not found)".formatted(DriverLibrary.NAME));
    }
    int version = driver.get().version();
    if (version == 0) {
      return new NativesSearch.Missing(
          "the NVIDIA driver's library is there, but the driver does not answer (is %s a stub?)"
              .formatted(DriverLibrary.NAME));
    }
    if (version < manifest.minimumDriver()) {
      return new NativesSearch.Missing(
          "the NVIDIA driver supports CUDA %s and this build needs %s or newer: update the driver"
              .formatted(
                  DriverLibrary.readable(version),
                  DriverLibrary.readable(manifest.minimumDriver())));
    }
    return new NativesSearch.Found(new NativeLibraries(source, manifest, scratch));
  }
}
