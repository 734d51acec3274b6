package io.cliquestream.worker.graphs.cache;

import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphImage;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.graph.WideGraphImage;
import io.cliquestream.kernels.memory.OwnedFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A private folder for graphs that left memory, bounded in bytes. It lives as long as the process:
 * after a restart graphs come from the topic. What a process that was killed left behind is deleted
 * by the next one that starts in the same place; see {@link OwnedFolder}.
 *
 * <p>A disk may be full, damaged or taken away at any time: writing and reading say so, and a
 * folder that is gone is made anew by the next write. A file that the disk does not let go still
 * counts, and is tried again with the next ones: the bound is on what lies there.
 */
final class SpillFolder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SpillFolder.class);
  private static final String TEMPORARY = "cliquestream-graphs-";
  private static final String CONFIGURED = "graphs-";
  private static final String SUFFIX = ".graph";

  /** Of files left, with each file written or deleted. */
  private static final int RETRIES = 16;

  private final Path parent;
  private final long limit;
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong names = new AtomicLong();

  /** Files to be deleted that could not be; their bytes are among those used. */
  private final Queue<Left> left = new ConcurrentLinkedQueue<>();

  private final LongAdder notDeleted = new LongAdder();
  private OwnedFolder folder;

  private record Left(Path file, long bytes) {}

  /**
   * @param parent where to make the folder; the system's temporary folder when empty
   * @param limit most bytes of all files
   */
  SpillFolder(Path parent, long limit) {
    this.parent = parent;
    this.limit = limit;
    try {
      folder = create(parent);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a folder for evicted graphs in " + parent, e);
    }
  }

  private static OwnedFolder create(Path parent) throws IOException {
    if (parent.toString().isEmpty()) {
      return OwnedFolder.create(Path.of(System.getProperty("java.io.tmpdir")), TEMPORARY, SUFFIX);
    }
    Files.createDirectories(parent);
    return OwnedFolder.create(parent, CONFIGURED, SUFFIX);
  }

  /**
   * Writes a graph; empty when there is no room within the limit.
   *
   * @throws IOException when the disk does not take it; nothing is left of it then
   */
  Optional<SpilledGraph> write(SimpleGraph graph) throws IOException {
    long bytes =
        switch (graph) {
          case Graph dense -> GraphImage.bytes(dense);
          case WideGraph wide -> WideGraphImage.bytes(wide);
        };
    deleteLeft();
    if (used.addAndGet(bytes) > limit) {
      used.addAndGet(-bytes);
      return Optional.empty();
    }
    Path file = null;
    try {
      file = existing().resolve(names.incrementAndGet() + SUFFIX);
      switch (graph) {
        case Graph dense -> GraphImage.write(dense, file);
        case WideGraph wide -> WideGraphImage.write(wide, file);
      }
      int[] checksums = ImageChecksums.of(file);
      return Optional.of(new SpilledGraph(file, bytes, checksums, graph instanceof WideGraph));
    } catch (IOException e) {
      if (file == null) {
        used.addAndGet(-bytes);
      } else {
        delete(new Left(file, bytes));
      }
      throw e;
    }
  }

  private synchronized Path existing() throws IOException {
    if (!Files.isDirectory(folder.path())) {
      folder.abandon();
      folder = create(parent);
    }
    return folder.path();
  }

  /**
   * Maps a graph back after comparing its checksums.
   *
   * @throws IOException when the file is gone, unreadable or damaged
   */
  SimpleGraph map(SpilledGraph spilled) throws IOException {
    ImageChecksums.verify(spilled);
    return spilled.wide() ? WideGraphImage.map(spilled.file()) : GraphImage.map(spilled.file());
  }

  /** Says in the log what the disk does not let go. */
  void delete(SpilledGraph spilled) {
    deleteLeft();
    delete(new Left(spilled.file(), spilled.bytes()));
  }

  private void delete(Left file) {
    try {
      Files.deleteIfExists(file.file());
      used.addAndGet(-file.bytes());
    } catch (IOException e) {
      notDeleted.increment();
      left.add(file);
      LOG.warn(
          "{} could not be deleted, which is tried again; until then its {} bytes count: {}",
          file.file(),
          file.bytes(),
          e.toString());
    }
  }

  private void deleteLeft() {
    for (int i = 0; i < RETRIES; i++) {
      Left file = left.poll();
      if (file == null) {
        return;
      }
      try {
        Files.deleteIfExists(file.file());
        used.addAndGet(-file.bytes());
      } catch (IOException e) {
        LOG.debug("{} could not be deleted again", file.file(), e);
        left.add(file);
      }
    }
  }

  /** Files that could not be deleted when they were to be, each once. */
  long notDeleted() {
    return notDeleted.sum();
  }

  long used() {
    return used.get();
  }

  /** Deletes everything; a second call does nothing. */
  @Override
  public synchronized void close() {
    try {
      folder.close();
    } catch (IOException e) {
      LOG.warn("the folder of evicted graphs was not deleted: {}", e.toString());
    }
  }
}
