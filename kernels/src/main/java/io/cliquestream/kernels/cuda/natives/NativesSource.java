package io.cliquestream.kernels.cuda.natives;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;

/** Where natives are read from. */
sealed interface NativesSource {

  /** The content of a file, or null when it is not there. */
  InputStream open(String file) throws IOException;

  /** Whether a file is there. */
  boolean holds(String file);

  /** The file itself, where it can be loaded in place. */
  Optional<Path> inPlace(String file);

  /** Why there is nothing here. */
  String emptySentence();

  /** Refuses a place that any other user can change. */
  void requireSafe() throws IOException;

  static NativesSource resources() {
    return new Resources("linux-x86_64");
  }

  static NativesSource folder(Path folder) {
    return new Folder(folder.toAbsolutePath());
  }

  /** In the jar, in a folder beside this class. */
  record Resources(String folder) implements NativesSource {
    @Override
    public InputStream open(String file) {
      return NativesSource.class.getResourceAsStream(folder + "/" + file);
    }

    @Override
    public boolean holds(String file) {
      return NativesSource.class.getResource(folder + "/" + file) != null;
    }

    @Override
    public Optional<Path> inPlace(String file) {
      return Optional.empty();
    }

    @Override
    public String emptySentence() {
      return "this build holds no CUDA kernels: there was no nvcc where it was made";
    }

    @Override
    public void requireSafe() {}

    @Override
    public String toString() {
      return "the jar";
    }
  }

  /** In a folder of the installation. */
  record Folder(Path folder) implements NativesSource {
    @Override
    public InputStream open(String file) throws IOException {
      return holds(file) ? Files.newInputStream(folder.resolve(file)) : null;
    }

    @Override
    public boolean holds(String file) {
      return Files.isRegularFile(folder.resolve(file));
    }

    @Override
    public Optional<Path> inPlace(String file) {
      return Optional.of(folder.resolve(file));
    }

    @Override
    public String emptySentence() {
      return "%s, which %s names, holds no %s"
          .formatted(folder, CudaNatives.FOLDER_PROPERTY, NativesManifest.FILE);
    }

    @Override
    public void requireSafe() throws IOException {
      requireUnchangeable(folder);
      try (var files = Files.list(folder)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          requireUnchangeable(file);
        }
      }
    }

    private static void requireUnchangeable(Path path) throws IOException {
      if (Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_WRITE)) {
        throw new ComputeException(
            FailureCode.ENGINE_UNAVAILABLE, "every user can change " + path + " (run chmod o-w)");
      }
    }

    @Override
    public String toString() {
      return folder.toString();
    }
  }
}
