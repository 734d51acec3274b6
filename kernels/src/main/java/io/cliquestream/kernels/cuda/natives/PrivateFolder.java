package io.cliquestream.kernels.cuda.natives;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A folder for the moment between writing a library and mapping it. It is created in one step under
 * a random name and for this user alone (mode 0700), so that nobody can have put a file there or
 * can exchange one; its parent must not let others rename it. Closing removes it.
 *
 * <p>A process that dies in that moment leaves its folder behind. The next one to create a folder
 * removes such leftovers of the same user once they are an hour old, a bounded number at a time.
 */
final class PrivateFolder implements AutoCloseable {
  private static final String PREFIX = "cliquestream-natives-";
  private static final Duration LEFT_BEHIND_AFTER = Duration.ofHours(1);
  private static final int MOST_REMOVED_AT_ONCE = 64;
  private static final int MOST_FILES_EACH = 16;
  private static final int STICKY = 01000;
  private static final int OTHERS_WRITE = 02;

  private final Path path;
  private final List<Path> written = new ArrayList<>();

  private PrivateFolder(Path path) {
    this.path = path;
  }

  /**
   * Creates one.
   *
   * @throws ComputeException ENGINE_UNAVAILABLE when the parent is not safe or not writable
   */
  static PrivateFolder create(Path parent) {
    try {
      if (othersMayRenameIn(parent)) {
        throw new ComputeException(
            FailureCode.ENGINE_UNAVAILABLE,
            "%s is no place to unpack libraries: every user can replace files there (name another by java.io.tmpdir)"
                .formatted(parent));
      }
      Path path =
          Files.createTempDirectory(
              parent,
              PREFIX,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      removeLeftovers(parent, Files.getOwner(path, LinkOption.NOFOLLOW_LINKS));
      return new PrivateFolder(path);
    } catch (IOException e) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE,
          "no folder for the CUDA libraries can be made in " + parent,
          e);
    }
  }

  Path path() {
    return path;
  }

  /** Writes a file that only this user can read. */
  Path write(String name, byte[] content) {
    Path file = path.resolve(name);
    try (var out =
        Files.newByteChannel(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      written.add(file);
      var buffer = ByteBuffer.wrap(content);
      while (buffer.hasRemaining()) {
        out.write(buffer);
      }
      return file;
    } catch (IOException e) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE, file + " cannot be written (is the disk full?)", e);
    }
  }

  /** Removes the folder; a mapped library stays mapped. */
  @Override
  public void close() {
    try {
      for (Path file : written) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + path, e);
    }
  }

  /**
   * Whether another user may rename entries: the folder is theirs to write and has no sticky bit.
   */
  private static boolean othersMayRenameIn(Path folder) throws IOException {
    int mode = (int) Files.getAttribute(folder, "unix:mode");
    return (mode & OTHERS_WRITE) != 0 && (mode & STICKY) == 0;
  }

  private static void removeLeftovers(Path parent, UserPrincipal owner) {
    Instant limit = Instant.now().minus(LEFT_BEHIND_AFTER);
    try (var folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
      int removed = 0;
      for (Path folder : folders) {
        if (removed == MOST_REMOVED_AT_ONCE) {
          return;
        }
        if (leftBehind(folder, owner, limit)) {
          removeFlat(folder);
          removed++;
        }
      }
    } catch (IOException | DirectoryIteratorException unreadable) {
      // A parent that cannot be listed keeps its leftovers.
      return;
    }
  }

  private static boolean leftBehind(Path folder, UserPrincipal owner, Instant limit) {
    try {
      return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(owner)
          && Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS)
              .toInstant()
              .isBefore(limit);
    } catch (IOException goneMeanwhile) {
      return false;
    }
  }

  /** Removes a folder and its files, never a folder inside it; what cannot be removed stays. */
  private static void removeFlat(Path folder) {
    try (var files = Files.newDirectoryStream(folder)) {
      int removed = 0;
      for (Path file : files) {
        if (removed++ == MOST_FILES_EACH || Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
          return;
        }
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(folder);
    } catch (IOException | DirectoryIteratorException stays) {
      // Another process may be removing it, too; it does no harm there.
      return;
    }
  }
}
