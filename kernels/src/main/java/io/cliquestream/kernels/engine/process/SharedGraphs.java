package io.cliquestream.kernels.engine.process;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Graphs written to files in memory, so that an engine's process maps them. A graph is written once
 * and stays, for the process that may come after a fault, until its owner has closed it or others
 * need the space.
 *
 * <p>The files lie in a folder of this process's own that nobody else may read. It goes with this
 * object; what a killed process left behind is deleted by the next one that starts.
 */
public final class SharedGraphs implements AutoCloseable {
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final String PREFIX = "cliquestream-graphs-";

  private final long mostBytes;
  private final Path folder;
  private final Opener opener;
  private final List<Entry> entries = new ArrayList<>();
  private long clock;
  private long files;

  /** Tells the engine's process of graphs that come and go. */
  public interface Opener {
    /** A graph is there. Returns what to close it by. */
    long open(long key, Path file);

    /** A graph goes. */
    void close(long key, long opened);
  }

  private static final class Entry {
    private final WeakReference<Graph> graph;
    private final MemorySegment.Scope scope;
    private final long key;
    private final Path file;
    private final long bytes;
    private long opened;
    private int uses;
    private long lastUse;

    Entry(Graph graph, long key, Path file) {
      this.graph = new WeakReference<>(graph);
      this.scope = graph.offsets().scope();
      this.key = key;
      this.file = file;
      this.bytes = GraphImage.bytes(graph);
    }

    boolean isGone() {
      return graph.refersTo(null) || !scope.isAlive();
    }
  }

  /**
   * Makes the folder.
   *
   * @param mostBytes bytes of graphs kept at a time, as far as jobs allow
   */
  public SharedGraphs(long mostBytes, Opener opener) {
    this.mostBytes = mostBytes;
    this.opener = opener;
    Path parent = Files.isWritable(MEMORY) ? MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    try {
      deleteLeftovers(parent);
      this.folder = Files.createTempDirectory(parent, PREFIX + ProcessHandle.current().pid() + "-");
    } catch (IOException e) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE, "no folder for shared graphs in " + parent, e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::deleteFolder));
  }

  private static void deleteLeftovers(Path parent) throws IOException {
    try (Stream<Path> folders = Files.list(parent)) {
      for (Path left : folders.filter(SharedGraphs::isLeftover).toList()) {
        deleteAll(left);
      }
    }
  }

  private static boolean isLeftover(Path path) {
    String name = path.getFileName().toString();
    if (!name.startsWith(PREFIX)) {
      return false;
    }
    String rest = name.substring(PREFIX.length());
    int end = rest.indexOf('-');
    try {
      return end > 0 && ProcessHandle.of(Long.parseLong(rest.substring(0, end))).isEmpty();
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static void deleteAll(Path folder) throws IOException {
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      return; // another user's
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(folder);
  }

  /** Holds a graph open in the engine's process until it is closed. */
  public final class Use implements AutoCloseable {
    private final Entry entry;

    private Use(Entry entry) {
      this.entry = entry;
    }

    /** What the engine's process knows the graph by. */
    public long key() {
      return entry.key;
    }

    @Override
    public void close() {
      synchronized (SharedGraphs.this) {
        entry.uses--;
      }
    }
  }

  /** The graph's key, after it was written and opened if need be; one writer at a time. */
  public synchronized Use use(Graph graph) {
    forgetGone();
    Entry entry =
        find(graph)
            .orElseGet(
                () -> {
                  makeRoom(GraphImage.bytes(graph));
                  return add(graph);
                });
    entry.uses++;
    entry.lastUse = ++clock;
    return new Use(entry);
  }

  private Optional<Entry> find(Graph graph) {
    return entries.stream().filter(entry -> entry.graph.refersTo(graph)).findFirst();
  }

  private void forgetGone() {
    for (Entry entry : List.copyOf(entries)) {
      if (entry.uses == 0 && entry.isGone()) {
        remove(entry);
      }
    }
  }

  private void makeRoom(long bytes) {
    while (bytes() + bytes > mostBytes) {
      Optional<Entry> oldest =
          entries.stream()
              .filter(entry -> entry.uses == 0)
              .min(Comparator.comparingLong(entry -> entry.lastUse));
      if (oldest.isEmpty()) {
        return;
      }
      remove(oldest.get());
    }
  }

  /** Bytes of the graphs written now. */
  public synchronized long bytes() {
    return entries.stream().mapToLong(entry -> entry.bytes).sum();
  }

  private Entry add(Graph graph) {
    long key = ++files;
    Entry entry = new Entry(graph, key, folder.resolve("graph-" + key));
    try {
      GraphImage.write(graph, entry.file);
      entry.opened = opener.open(key, entry.file);
    } catch (IOException e) {
      deleteFile(entry.file);
      throw new ComputeException(
          FailureCode.GRAPH_TOO_LARGE, "the graph cannot be shared with the GPU's process", e);
    } catch (RuntimeException e) {
      deleteFile(entry.file);
      throw e;
    }
    entries.add(entry);
    return entry;
  }

  private void remove(Entry entry) {
    entries.remove(entry);
    deleteFile(entry.file);
    opener.close(entry.key, entry.opened);
  }

  private static void deleteFile(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void deleteFolder() {
    try {
      deleteAll(folder);
    } catch (IOException e) { // the next process deletes it
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes all files; the engine's process is gone by then. */
  @Override
  public synchronized void close() {
    entries.clear();
    if (Files.exists(folder)) {
      deleteFolder();
    }
  }
}
