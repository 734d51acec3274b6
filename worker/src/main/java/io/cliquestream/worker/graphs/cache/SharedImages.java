package io.cliquestream.worker.graphs.cache;

import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphImage;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.memory.OwnedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps graphs in files in memory, whose pages an engine's process maps too, so that a graph lies
 * in host memory once whoever works on it. Where there is too little of such memory, a graph stays
 * in memory of its own, and the engine's process gets a copy.
 */
final class SharedImages implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SharedImages.class);
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final String SUFFIX = ".graph";

  private final OwnedFolder folder;
  private final AtomicLong names = new AtomicLong();

  private SharedImages(OwnedFolder folder) {
    this.folder = folder;
  }

  /** A folder in memory; empty where this system has none. */
  static Optional<SharedImages> create() {
    return create(MEMORY);
  }

  static Optional<SharedImages> create(Path parent) {
    try {
      return Files.isWritable(parent)
          ? Optional.of(new SharedImages(OwnedFolder.create(parent, "cliquestream-cache-", SUFFIX)))
          : Optional.empty();
    } catch (IOException e) {
      LOG.warn("graphs are not shared with the engine's process: {}", e.toString());
      return Optional.empty();
    }
  }

  /** The same graph in a file in memory if there is room for it, else itself. */
  SimpleGraph share(SimpleGraph graph) {
    if (!(graph instanceof Graph dense)) {
      return graph;
    }
    Path file = folder.path().resolve(names.incrementAndGet() + SUFFIX);
    try {
      // Half stays for others: a full one would end whoever writes to mapped pages there.
      if (Files.getFileStore(folder.path()).getUsableSpace() / 2 < GraphImage.bytes(dense)) {
        return graph;
      }
      GraphImage.write(dense, file);
      Graph mapped = GraphImage.map(file);
      graph.close();
      return mapped;
    } catch (IOException e) {
      LOG.debug("a graph stays in memory of its own", e);
      delete(file);
      return graph;
    }
  }

  /** A graph's memory was freed: its file goes too. */
  void freed(SimpleGraph graph) {
    if (graph instanceof Graph dense) {
      dense.image().filter(file -> file.startsWith(folder.path())).ifPresent(SharedImages::delete);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("{} could not be deleted: {}", file, e.toString());
    }
  }

  @Override
  public void close() {
    try {
      folder.close();
    } catch (IOException e) {
      LOG.warn("the folder of shared graphs was not deleted: {}", e.toString());
    }
  }
}
