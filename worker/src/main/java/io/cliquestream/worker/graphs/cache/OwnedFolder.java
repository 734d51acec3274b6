package io.cliquestream.worker.graphs.cache;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder that belongs to this process for as long as it lives, and is known to be nobody's
 * afterwards, however the process ended.
 *
 * <p>Ownership is a lock on the file {@value #LOCK} in the folder: the operating system gives it
 * back at the very end of a process, SIGKILL included, so neither process numbers nor ages are
 * guessed at. Whoever makes a folder first deletes those of the same kind beside it whose lock it
 * can take. Deleted are only folders (no links) of this process's own user, with our prefix and a
 * lock file, and in them only the lock and plain files with our suffix; a folder that holds
 * anything else stays. At most {@value #MAXIMUM_ABANDONED} folders are looked at.
 */
final class OwnedFolder implements AutoCloseable {
  static final String LOCK = "owner.lock";

  private static final Logger LOG = LoggerFactory.getLogger(OwnedFolder.class);
  private static final int MAXIMUM_ABANDONED = 1_000;

  /** A starting process may take a folder for abandoned before its maker has locked it. */
  private static final int ATTEMPTS = 5;

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
  static OwnedFolder create(Path parent, String prefix, String suffix) throws IOException {
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

  Path path() {
    return path;
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
      LOG.debug("{} is not to be had", folder, e);
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
          LOG.warn("{} holds more than {} folders of workers", parent, MAXIMUM_ABANDONED);
          return;
        }
        deleteIfAbandoned(sibling);
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.warn("what dead workers left in {} was not deleted: {}", parent, e.toString());
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
        LOG.info("deleted {}, which a dead worker left", sibling);
      }
    } catch (IOException e) {
      LOG.warn("{}, which a dead worker left, was not deleted: {}", sibling, e.toString());
    }
  }

  /** The lock goes last but for the folder, so that a half-deleted folder is still nobody's. */
  private void deleteContents(Path folder) throws IOException {
    try (var files = Files.newDirectoryStream(folder, "*" + suffix)) {
      for (Path file : files) {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    try (var rest = Files.list(folder)) {
      if (rest.anyMatch(file -> !file.getFileName().toString().equals(LOCK))) {
        throw new IOException("it holds files that are not a worker's");
      }
    }
    Files.deleteIfExists(folder.resolve(LOCK));
    Files.deleteIfExists(folder);
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
