package io.cliquestream.kernels.memory;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A folder that belongs to this process for as long as it lives, and is known to be nobody's
 * afterwards, however the process ended. The one policy for every private folder: graphs on disk,
 * graphs shared with an engine's process, libraries before they are mapped.
 *
 * <p>It is created in one step under a random name and for this user alone (mode 0700), so that
 * nobody can have put a file there or can exchange one.
 *
 * <p>Ownership is a lock on the file {@value #LOCK} in the folder: the operating system gives it
 * back at the very end of a process, SIGKILL included, so neither process numbers, which differ
 * between containers that share the parent, nor ages are guessed at. Whoever makes a folder first
 * deletes those of the same kind beside it whose lock it can take. Deleted are only folders (no
 * links) of this process's own user, with our prefix and a lock file, and in them only the lock and
 * plain files with our suffix; a folder that holds anything else stays. At most {@value
 * #MAXIMUM_ABANDONED} folders are looked at.
 */
public final class OwnedFolder implements AutoCloseable {
  /** Name of the file whose lock says that the folder is somebody's. */
  public static final String LOCK = "owner.lock";

  private static final System.Logger LOG = System.getLogger(OwnedFolder.class.getName());
  private static final int MAXIMUM_ABANDONED = 1_000;

  /** A starting process may take a folder for abandoned before its maker has locked it. */
  private static final int ATTEMPTS = 5;

  private static final int STICKY = 01000;
  private static final int OTHERS_WRITE = 02;

  /**
   * Folders of this process. They are not even looked at: where locks are POSIX's, closing any
   * channel of a file gives back every lock that the process has on it.
   */
  private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final String suffix;
  private final FileChannel channel;
  private boolean closed;

  private OwnedFolder(Path path, String suffix, FileChannel channel) {
    this.path = path;
    this.suffix = suffix;
    this.channel = channel;
  }

  /**
   * Makes a folder after deleting what dead processes left.
   *
   * @param parent an existing folder
   * @param prefix of the folder's name
   * @param suffix of the names of all files that will be in it
   */
  public static OwnedFolder create(Path parent, String prefix, String suffix) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Path path = Files.createTempDirectory(parent, prefix).toRealPath();
      OURS.add(path);
      FileChannel channel = lock(path, StandardOpenOption.CREATE_NEW);
      if (channel == null) {
        OURS.remove(path);
      } else {
        var folder = new OwnedFolder(path, suffix, channel);
        folder.deleteAbandoned(parent, prefix);
        return folder;
      }
    }
    throw new IOException("every new folder in " + parent + " was taken away at once");
  }

  /** The folder. */
  public Path path() {
    return path;
  }

  /**
   * Whether other users may exchange a folder made in {@code parent}: it is theirs to write and has
   * no sticky bit.
   */
  public static boolean isExchangeableIn(Path parent) throws IOException {
    int mode = (int) Files.getAttribute(parent, "unix:mode");
    return (mode & OTHERS_WRITE) != 0 && (mode & STICKY) == 0;
  }

  /** Writes what a file is to hold. */
  @FunctionalInterface
  public interface Content {
    /** Writes all of it; the stream stays the caller's. */
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Writes a new file that only this user can read.
   *
   * @param name ends with the folder's suffix
   */
  public Path write(String name, Content content) throws IOException {
    if (!name.endsWith(suffix)) {
      throw new IllegalArgumentException(name + " does not end with " + suffix);
    }
    Path file = path.resolve(name);
    try (var out =
        Channels.newOutputStream(
            Files.newByteChannel(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(
                    PosixFilePermissions.fromString("rw-------"))))) {
      content.writeTo(out);
      return file;
    }
  }

  /** Locks a folder; null when it is somebody's, or gone. */
  private static FileChannel lock(Path folder, StandardOpenOption... how) throws IOException {
    Path file = folder.resolve(LOCK);
    FileChannel channel = null;
    try {
      var options = new ArrayList<java.nio.file.OpenOption>(List.of(how));
      options.add(StandardOpenOption.WRITE);
      options.add(LinkOption.NOFOLLOW_LINKS);
      channel = FileChannel.open(file, options.toArray(java.nio.file.OpenOption[]::new));
      FileLock lock = channel.tryLock();
      // A lock on a file that was deleted in between says nothing about the folder.
      if (lock != null && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        return channel;
      }
    } catch (NoSuchFileException | OverlappingFileLockException e) {
      LOG.log(System.Logger.Level.DEBUG, folder + " is not to be had", e);
    }
    if (channel != null) {
      channel.close();
    }
    return null;
  }

  private void deleteAbandoned(Path parent, String prefix) {
    int looked = 0;
    // Another process may delete one while we look at it: the rest waits for the next start then.
    try (var siblings = Files.newDirectoryStream(parent, prefix + "*")) {
      for (Path sibling : siblings) {
        if (!Files.isDirectory(sibling, LinkOption.NOFOLLOW_LINKS)
            || OURS.contains(sibling.toRealPath())) {
          continue;
        }
        if (++looked > MAXIMUM_ABANDONED) {
          LOG.log(
              System.Logger.Level.WARNING,
              "{0} holds more than {1} folders of workers",
              parent,
              MAXIMUM_ABANDONED);
          return;
        }
        deleteIfAbandoned(sibling);
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "what dead workers left in {0} was not deleted: {1}",
          parent,
          e);
    }
  }

  private void deleteIfAbandoned(Path sibling) {
    try {
      if (!Files.getOwner(sibling, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(path))) {
        return;
      }
      FileChannel taken = lock(sibling);
      if (taken != null) {
        try (taken) {
          deleteContents(sibling);
        }
        LOG.log(System.Logger.Level.INFO, "deleted {0}, which a dead worker left", sibling);
      }
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0}, which a dead worker left, was not deleted: {1}",
          sibling,
          e);
    }
  }

  /**
   * The lock goes last but for the folder, so that a half-deleted folder is still nobody's. A file
   * that cannot be deleted keeps no other.
   */
  private void deleteContents(Path folder) throws IOException {
    IOException kept = null;
    try (var files = Files.newDirectoryStream(folder, "*" + suffix)) {
      for (Path file : files) {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          try {
            Files.deleteIfExists(file);
          } catch (IOException e) {
            kept = e;
          }
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    if (kept != null) {
      throw kept;
    }
    try (var rest = Files.list(folder)) {
      if (rest.anyMatch(file -> !file.getFileName().toString().equals(LOCK))) {
        throw new IOException("it holds files that are not a worker's");
      }
    }
    Files.deleteIfExists(folder.resolve(LOCK));
    Files.deleteIfExists(folder);
  }

  /** Gives the lock of a folder back that somebody else deleted. */
  public synchronized void abandon() throws IOException {
    closed = true;
    OURS.remove(path);
    channel.close();
  }

  /** Deletes the folder; a second call does nothing. */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (channel) {
      deleteContents(path);
    } finally {
      OURS.remove(path);
    }
  }
}
