package io.cliquestream.worker.graphs.cache;

import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphImage;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.graph.WideGraphImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A private folder for graphs that left memory, bounded in bytes. It lives as long as the process:
 * after a restart graphs come from the topic. What a process that was killed left behind is deleted
 * by the next one that starts in the same place; see {@link OwnedFolder}.
 */
final class SpillFolder implements AutoCloseable {
  private static final String TEMPORARY = "cliquestream-graphs-";
  private static final String CONFIGURED = "graphs-";
  private static final String SUFFIX = ".graph";

  private final OwnedFolder folder;
  private final long limit;
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong names = new AtomicLong();

  /**
   * @param parent where to make the folder; the system's temporary folder when empty
   * @param limit most bytes of all files
   */
  SpillFolder(Path parent, long limit) {
    this.limit = limit;
    try {
      if (parent.toString().isEmpty()) {
        folder =
            OwnedFolder.create(Path.of(System.getProperty("java.io.tmpdir")), TEMPORARY, SUFFIX);
      } else {
        Files.createDirectories(parent);
        folder = OwnedFolder.create(parent, CONFIGURED, SUFFIX);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a folder for evicted graphs in " + parent, e);
    }
  }

  /** Writes a graph; empty when there is no room. */
  Optional<Path> write(SimpleGraph graph) throws IOException {
    long bytes =
        switch (graph) {
          case Graph dense -> GraphImage.bytes(dense);
          case WideGraph wide -> WideGraphImage.bytes(wide);
        };
    if (used.addAndGet(bytes) > limit) {
      used.addAndGet(-bytes);
      return Optional.empty();
    }
    Path file = folder.path().resolve(names.incrementAndGet() + SUFFIX);
    try {
      switch (graph) {
        case Graph dense -> GraphImage.write(dense, file);
        case WideGraph wide -> WideGraphImage.write(wide, file);
      }
      return Optional.of(file);
    } catch (IOException e) {
      Files.deleteIfExists(file);
      used.addAndGet(-bytes);
      throw e;
    }
  }

  void delete(Path file) {
    try {
      long bytes = Files.size(file);
      Files.delete(file);
      used.addAndGet(-bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long used() {
    return used.get();
  }

  /** Deletes everything; a second call does nothing. */
  @Override
  public void close() {
    try {
      folder.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
