package io.cliquestream.kernels.engine.process;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphImage;
import io.cliquestream.kernels.memory.OwnedFolder;
import io.cliquestream.kernels.thread.KeptInterrupts;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;

/**
 * Graphs in files in memory, so that an engine's process maps them. A graph whose memory is a file
 * there already is shared as it is; another one is written once and stays, for the process that may
 * come after a fault, until its owner has closed it or others need the space.
 *
 * <p>The files lie in a folder of this process's own that nobody else may read. It goes with this
 * object; what a killed process left behind is deleted by the next one that starts, see {@link
 * OwnedFolder}.
 */
public final class SharedGraphs implements AutoCloseable {
  private static final Path MEMORY = Path.of("/dev/shm");

  /** Containers have 64 MiB of it unless told otherwise: too little for graphs worth a GPU. */
  private static final long LEAST_MEMORY_BYTES = 1L << 30;

  private static final String PREFIX = "cliquestream-shared-";
  private static final String SUFFIX = ".graph";

  private static final long CHECK_MILLIS = 5;

  /** Time between two looks for graphs that their owners have closed. */
  private static final long SWEEP_NANOS = 100_000_000L;

  private final long mostBytes;
  private final OwnedFolder folder;
  private final Opener opener;
  private final List<Entry> entries = new ArrayList<>();

  /** The same by graph, which are equal to themselves alone; without keeping them in memory. */
  private final Map<Graph, Entry> byGraph = new WeakHashMap<>();

  private long sweptAt = System.nanoTime();
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
    private final CompletableFuture<Long> opened = new CompletableFuture<>();
    private volatile boolean linked;

    /** Whether the engine's process was told that it goes; only the file is left then. */
    private volatile boolean told;

    private int uses;
    private long lastUse;

    Entry(Graph graph, long key, Path file) {
      this.graph = new WeakReference<>(graph);
      this.scope = graph.offsets().scope();
      this.key = key;
      this.file = file;
      this.bytes = GraphImage.bytes(graph);
    }

    boolean isOpen() {
      return opened.isDone() && !opened.isCompletedExceptionally();
    }

    boolean isIdle() {
      return uses == 0 && isOpen();
    }

    boolean isGone() {
      return graph.refersTo(null) || !scope.isAlive();
    }
  }

  /** Makes the folder: in memory where there is enough of it, else on disk. */
  public SharedGraphs(Opener opener) {
    this.opener = opener;
    Path parent = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      if (Files.isWritable(MEMORY)
          && Files.getFileStore(MEMORY).getTotalSpace() >= LEAST_MEMORY_BYTES) {
        parent = MEMORY;
      }
      // What others need is theirs: jobs may go beyond this half while they run.
      this.mostBytes = Files.getFileStore(parent).getTotalSpace() / 2;
      this.folder = OwnedFolder.create(parent, PREFIX, SUFFIX);
    } catch (IOException e) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE, "no folder for shared graphs in " + parent, e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::deleteFolder));
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

  /**
   * Holds a graph open. The first user has it written and opened on a thread of its own; all who
   * want it wait for that, each until its own job is stopped.
   */
  public Use use(Graph graph, JobControl control) {
    Use use = enter(graph);
    try {
      awaitOpen(use.entry, control);
      return use;
    } catch (RuntimeException e) {
      use.close();
      throw e;
    }
  }

  private synchronized Use enter(Graph graph) {
    Optional<Entry> found = Optional.ofNullable(byGraph.get(graph));
    List<Entry> gone = new ArrayList<>();
    if (found.isEmpty() || System.nanoTime() - sweptAt > SWEEP_NANOS) {
      takeGone(gone);
      sweptAt = System.nanoTime();
    }
    if (found.isEmpty()) {
      takeOldest(gone, GraphImage.bytes(graph));
    }
    Entry entry = found.orElseGet(() -> add(graph));
    if (found.isEmpty() || !gone.isEmpty()) {
      // No job waits for the engine's process without being heard: not here, but in awaitOpen.
      Thread.ofVirtual()
          .start(
              () -> {
                gone.forEach(this::forget);
                if (found.isEmpty()) {
                  open(entry, graph);
                }
              });
    }
    entry.uses++;
    entry.lastUse = ++clock;
    return new Use(entry);
  }

  private static void awaitOpen(Entry entry, JobControl control) {
    try (KeptInterrupts interrupts = new KeptInterrupts()) {
      while (!interrupts.await(entry.opened, CHECK_MILLIS)) {
        control.checkStopped();
      }
    }
    if (!entry.isOpen()) {
      Throwable cause = entry.opened.exceptionNow();
      throw cause instanceof ComputeException failure
          ? failure
          : new ComputeException(
              FailureCode.INTERNAL, "a graph cannot be shared with the GPU's process", cause);
    }
  }

  private void takeGone(List<Entry> taken) {
    for (Entry entry : List.copyOf(entries)) {
      if (entry.isIdle() && entry.isGone()) {
        remove(entry);
        taken.add(entry);
      }
    }
  }

  private void takeOldest(List<Entry> taken, long bytes) {
    while (bytes() + bytes > mostBytes) {
      Optional<Entry> oldest =
          entries.stream()
              .filter(Entry::isIdle)
              .min(Comparator.comparingLong(entry -> entry.lastUse));
      if (oldest.isEmpty()) {
        return;
      }
      remove(oldest.get());
      taken.add(oldest.get());
    }
  }

  /** Bytes of the graphs copied now; those whose own pages are shared take none. */
  public synchronized long bytes() {
    return entries.stream().mapToLong(entry -> entry.linked ? 0 : entry.bytes).sum();
  }

  /** The graphs that an engine's process tells something of by their keys; by identity. */
  public synchronized <T> Map<Graph, T> byGraph(Map<Long, T> byKey) {
    Map<Graph, T> named = new HashMap<>();
    for (Entry entry : entries) {
      Graph graph = entry.graph.get();
      T told = byKey.get(entry.key);
      if (graph != null && told != null) {
        named.put(graph, told);
      }
    }
    return named;
  }

  private Entry add(Graph graph) {
    long key = ++files;
    Entry entry = new Entry(graph, key, folder.path().resolve(key + SUFFIX));
    entries.add(entry);
    byGraph.put(graph, entry);
    return entry;
  }

  private void remove(Entry entry) {
    entries.remove(entry);
    byGraph.values().remove(entry);
  }

  private void open(Entry entry, Graph graph) {
    try {
      entry.linked = isLinked(graph, entry.file);
      if (!entry.linked) {
        GraphImage.write(graph, entry.file);
      }
      entry.opened.complete(opener.open(entry.key, entry.file));
    } catch (IOException e) {
      fail(
          entry,
          new ComputeException(
              FailureCode.GRAPH_TOO_LARGE, "the graph cannot be shared with the GPU's process", e));
    } catch (RuntimeException | Error e) {
      fail(entry, e);
    }
  }

  /** A second name for the graph's own pages, if they are a file's of this file system. */
  private static boolean isLinked(Graph graph, Path file) {
    if (graph.image().isEmpty()) {
      return false;
    }
    try {
      Files.createLink(file, graph.image().get());
      return true;
    } catch (IOException | UnsupportedOperationException e) { // then they are copied
      System.getLogger(SharedGraphs.class.getName())
          .log(System.Logger.Level.DEBUG, "a graph's pages cannot be shared", e);
      return false;
    }
  }

  private void fail(Entry entry, Throwable cause) {
    synchronized (this) {
      remove(entry);
    }
    try {
      Files.deleteIfExists(entry.file);
    } catch (IOException e) { // goes with the folder
      warn("left behind until the end: " + entry.file, e);
    } finally {
      entry.opened.completeExceptionally(cause);
    }
  }

  /**
   * The file goes last: until the graph is forgotten, a new process would map it. What could not be
   * forgotten is tried again with the next job; what the process was told of, it is told once.
   */
  private void forget(Entry entry) {
    try {
      if (!entry.told) {
        opener.close(entry.key, entry.opened.join());
        entry.told = true;
      }
    } catch (RuntimeException | Error e) { // after it a graph is opened that a job waits for
      warn("a graph was not taken back from the GPU's process", e);
      again(entry);
      return;
    }
    try {
      Files.deleteIfExists(entry.file);
    } catch (IOException e) {
      warn("not deleted, which is tried again: " + entry.file, e);
      again(entry);
    }
  }

  private synchronized void again(Entry entry) {
    entries.add(entry);
  }

  private static void warn(String what, Throwable cause) {
    System.getLogger(SharedGraphs.class.getName()).log(System.Logger.Level.WARNING, what, cause);
  }

  private void deleteFolder() {
    try {
      folder.close();
    } catch (IOException e) { // the next process deletes it
      warn("left behind: " + folder.path(), e);
    }
  }

  /** Deletes all files; the engine's process is gone by then. */
  @Override
  public synchronized void close() {
    entries.clear();
    byGraph.clear();
    deleteFolder();
  }
}
