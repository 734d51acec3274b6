package io.cliquestream.kernels.cuda.natives;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * A folder like that of a distribution. Its libraries are a small one of the JDK under our names:
 * what matters here is which file gets loaded, not what is in it.
 */
final class NativesFolder {
  static final String DRIVER_BINDING_NAME = "JCudaDriver-0.0.0-linux-x86_64";
  static final String DRIVER_BINDING = "lib" + DRIVER_BINDING_NAME + ".so";
  static final String SYMBOL = "JIMAGE_Open";
  private static final Path SOME_LIBRARY =
      Path.of(System.getProperty("java.home"), "lib", "libjimage.so");

  private NativesFolder() {}

  /** Fills the folder with libraries, fatbin and manifest. */
  static NativesSource fill(Path folder) throws IOException {
    return fill(folder, SOME_LIBRARY);
  }

  /** The same with {@code content} in place of every library. */
  static NativesSource fill(Path folder, Path content) throws IOException {
    var manifest =
        new StringBuilder("architectures=80 90\nptx=80\ntoolkit=13.0\nminimum.driver=13000\n");
    for (String file : List.of(NativesManifest.LIBRARY, NativesManifest.FATBIN, DRIVER_BINDING)) {
      Files.copy(content, folder.resolve(file));
      manifest.append("sha256.%s=%s%n".formatted(file, sha256(folder.resolve(file))));
    }
    Files.writeString(folder.resolve(NativesManifest.FILE), manifest);
    return NativesSource.folder(folder);
  }

  private static String sha256(Path file) throws IOException {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
