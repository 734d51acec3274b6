package io.cliquestream.kernels.cuda.natives;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * What the build wrote down about the natives beside it.
 *
 * @param architectures compute capabilities with compiled code, 90 for 9.0
 * @param ptx compute capability of the portable code, which later devices compile for themselves
 * @param toolkit version of the CUDA toolkit that compiled, such as 13.0
 * @param minimumDriver least CUDA version of a driver that runs it, 1000 × major + 10 × minor
 * @param checksums SHA-256 in lower-case hexadecimal, by file name
 */
public record NativesManifest(
    List<Integer> architectures,
    int ptx,
    String toolkit,
    int minimumDriver,
    Map<String, String> checksums) {
  static final String FILE = "natives.properties";
  static final String LIBRARY = "libcliquestream_cuda.so";
  static final String FATBIN = "cliquestream.fatbin";
  private static final String DRIVER_BINDING_PREFIX = "libJCudaDriver-";
  private static final String CHECKSUM_PREFIX = "sha256.";

  public NativesManifest {
    architectures = List.copyOf(architectures);
    checksums = Map.copyOf(checksums);
  }

  /**
   * Whether a device of an architecture runs this build: code compiled for the same major version
   * and no later minor one, or the portable code.
   *
   * @param architecture 90 for compute capability 9.0
   */
  public boolean runsOn(int architecture) {
    return architecture >= ptx
        || architectures.stream()
            .anyMatch(code -> code / 10 == architecture / 10 && code <= architecture);
  }

  /** Every file it speaks of. */
  List<String> files() {
    return checksums.keySet().stream().sorted().toList();
  }

  /** File name of JCuda's driver binding, which holds JCuda's version. */
  String driverBinding() {
    return files().stream()
        .filter(file -> file.startsWith(DRIVER_BINDING_PREFIX))
        .findFirst()
        .orElseThrow(() -> invalid("it names no " + DRIVER_BINDING_PREFIX));
  }

  /** Empty when the source has none, that is, when nothing was compiled for CUDA. */
  static Optional<NativesManifest> read(NativesSource source) throws IOException {
    var properties = new Properties();
    try (var in = source.open(NativesManifest.FILE)) {
      if (in == null) {
        return Optional.empty();
      }
      properties.load(in);
    }
    var checksums = new TreeMap<String, String>();
    for (String name : properties.stringPropertyNames()) {
      if (name.startsWith(CHECKSUM_PREFIX)) {
        checksums.put(name.substring(CHECKSUM_PREFIX.length()), properties.getProperty(name));
      }
    }
    try {
      var manifest =
          new NativesManifest(
              List.of(value(properties, "architectures").split(" ")).stream()
                  .map(Integer::valueOf)
                  .toList(),
              Integer.parseInt(value(properties, "ptx")),
              value(properties, "toolkit"),
              Integer.parseInt(value(properties, "minimum.driver")),
              checksums);
      manifest.driverBinding();
      for (String file : List.of(LIBRARY, FATBIN)) {
        if (!checksums.containsKey(file)) {
          throw invalid("it does not name " + file);
        }
      }
      return Optional.of(manifest);
    } catch (IllegalArgumentException e) {
      throw invalid(e.getMessage());
    }
  }

  private static String value(Properties properties, String name) {
    String value = properties.getProperty(name);
    if (value == null) {
      throw invalid("it has no " + name);
    }
    return value.strip();
  }

  private static ComputeException invalid(String why) {
    return new ComputeException(FailureCode.ENGINE_UNAVAILABLE, FILE + " is damaged: " + why);
  }
}
