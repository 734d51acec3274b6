package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.admission.MemoryRelief;
import io.cliquestream.kernels.cuda.device.CudaDevice;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.CachedDeviceGraph.HostKey;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.thread.Guard;
import io.cliquestream.kernels.thread.KeptInterrupts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/**
 * The graphs that a device holds, shared by jobs, weighed by device bytes.
 *
 * <p><b>One build.</b> However many jobs want a graph, one lane builds it. The others wait on their
 * own threads, hold neither lane nor memory meanwhile, and take over when the builder is cancelled.
 *
 * <p><b>No deadlock.</b> A job sets all its memory aside before it pins anything, and pins only on
 * its lane, where it always runs to an end. What it saw before may have changed by then: a graph
 * evicted, a plan larger than guessed. Then it leaves the lane, gives everything back, and asks
 * again for what it now knows it needs. Whoever has set aside the whole need cannot be surprised,
 * so this ends; {@link #MOST_ATTEMPTS} bounds it.
 *
 * <p><b>Bound.</b> Graphs that no job uses are kept up to a number of bytes, the least recently
 * used are given back first. Admission takes them back earlier when a job needs the memory ({@link
 * MemoryRelief}). Giving back is an entry in the books and a stream-ordered free; nobody waits for
 * the device. A graph whose host memory was closed goes when memory is needed, or after as many
 * uses of the cache as a share of the graphs in it.
 *
 * <p><b>Cost.</b> A job on a graph that is there takes constant time here, however many graphs
 * there are: they are found by identity, lie in the order of their use, and their bytes are kept as
 * a sum.
 */
public final class DeviceGraphCache implements MemoryRelief, AutoCloseable {
  /** Times a job asks for memory before it gives up; the second usually knows everything. */
  private static final int MOST_ATTEMPTS = 16;

  /** Graphs remembered, resident or not. */
  private static final int MOST_ENTRIES = 1 << 16;

  /** Orphans are looked for after so many uses of the cache for each graph in it. */
  private static final double USES_BEFORE_SWEEP = 1.0 / 16;

  private static final long CHECK_MILLIS = 5;

  private final CudaDevice device;
  private final CudaLibrary library;
  private final long maximumBytes;
  private final long budget;
  private final Guard lock = new Guard();
  private final Condition changed = lock.newCondition();

  /** By host, the least recently asked for first. */
  private final Map<HostKey, CachedDeviceGraph> entries = new LinkedHashMap<>(16, 0.75f, true);

  private long residentBytes;
  private int usesSinceSweep;
  private long hits;
  private long misses;
  private long evictions;

  /**
   * A cache on a device, which it relieves from now on.
   *
   * @param maximumBytes bytes of graphs that no job uses
   */
  public DeviceGraphCache(CudaDevice device, CudaLibrary library, long maximumBytes) {
    this.device = device;
    this.library = library;
    this.maximumBytes = maximumBytes;
    this.budget = device.memoryUse().budget();
    device.admission().relief(this);
  }

  /**
   * Runs work on a graph, which is built on the device if it is not there.
   *
   * @throws ComputeException JOB_MEMORY_EXCEEDED when the device's budget cannot hold the job
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped
   */
  public <T> T run(Graph host, JobControl control, DeviceWork<T> work) {
    return run(new DeviceInput.Rows(host), control, work);
  }

  /** The same for a graph that is made from rows or from pairs. */
  public <T> T run(DeviceInput host, JobControl control, DeviceWork<T> work) {
    CachedDeviceGraph entry = entry(host);
    try {
      return run(entry, host, control, work);
    } finally {
      leave(entry);
    }
  }

  /**
   * Device bytes that a work's first run on a graph of so many vertices and edges is admitted with,
   * as far as is known before the graph is.
   */
  public long predictedBytes(DeviceWork<?> work, long vertices, long edges) {
    GraphKnowledge known =
        new GraphKnowledge(vertices, edges, Optional.empty(), Set.of(), Map.of());
    return Math.max(
        DeviceGraphMemory.preparationWithin(vertices, edges, budget),
        DeviceGraphMemory.graph(vertices, edges) + work.bytes(known));
  }

  private <T> T run(
      CachedDeviceGraph entry, DeviceInput host, JobControl control, DeviceWork<T> work) {
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      awaitBuilder(entry, control);
      long bytes = need(entry, host, work);
      Pin pin = new Pin();
      try {
        return device.run(control, bytes, lane -> onLane(lane, entry, host, work, bytes, pin));
      } catch (GraphUse.RunAgain again) {
        control.checkStopped();
      } finally {
        if (pin.held) {
          unpin(entry);
        }
      }
    }
    throw new ComputeException(
        FailureCode.JOB_MEMORY_EXCEEDED,
        "the graph was pushed off the device " + MOST_ATTEMPTS + " times before its job could run");
  }

  /** Whether a task has pinned its graph; set on the lane, read by the caller afterwards. */
  private static final class Pin {
    private volatile boolean held;
  }

  private <T> T onLane(
      Lane lane,
      CachedDeviceGraph entry,
      DeviceInput host,
      DeviceWork<T> work,
      long bytes,
      Pin pin) {
    DeviceGraph graph;
    try (Guard _ = lock.hold()) {
      if (entry.building) {
        throw new GraphUse.RunAgain();
      }
      graph = entry.graph;
      if (graph == null
          && bytes < entry.bytesWithPreparation(host, work.bytes(entry.knowledge()), budget)) {
        throw new GraphUse.RunAgain(); // it was there when the memory was set aside
      }
      entry.pins++;
      pin.held = true;
      entry.building = graph == null;
      if (graph == null) {
        misses++;
      } else {
        hits++;
      }
    }
    if (graph != null) {
      return work.run(lane, new GraphUse(this, entry, graph, bytes, true, 0));
    }
    long start = System.nanoTime();
    DeviceGraph built = null;
    try {
      built = DeviceGraphBuilder.build(lane, library, host, bytes);
    } finally {
      publish(entry, built);
    }
    return work.run(
        lane, new GraphUse(this, entry, built, bytes, false, System.nanoTime() - start));
  }

  private void publish(CachedDeviceGraph entry, DeviceGraph built) {
    try (Guard _ = lock.hold()) {
      entry.building = false;
      if (built != null) {
        entry.graph = built;
        entry.statistics = built.statistics();
        weigh(entry);
      }
      changed.signalAll();
    }
  }

  private CachedDeviceGraph entry(DeviceInput host) {
    List<Runnable> closing = new ArrayList<>();
    try (Guard _ = lock.hold()) {
      if (++usesSinceSweep >= entries.size() * USES_BEFORE_SWEEP) {
        removeOrphans(closing);
      }
      CachedDeviceGraph entry = entries.get(HostKey.asking(host.key()));
      if (entry == null) {
        forgetOldest(closing);
        entry = new CachedDeviceGraph(host);
        entries.put(HostKey.holding(host.key()), entry);
      }
      entry.users++;
      return entry;
    } finally {
      closing.forEach(Runnable::run);
    }
  }

  private void leave(CachedDeviceGraph entry) {
    try (Guard _ = lock.hold()) {
      entry.users--;
    }
  }

  private void removeOrphans(List<Runnable> closing) {
    usesSinceSweep = 0;
    entries
        .values()
        .removeIf(
            entry -> {
              boolean gone = entry.isOrphan() && entry.isUnused();
              if (gone) {
                evict(entry, closing);
              }
              return gone;
            });
  }

  /** Takes what the device holds of an idle graph, if anything, out of the books. */
  private void evict(CachedDeviceGraph entry, List<Runnable> closing) {
    if (entry.isResident()) {
      closing.add(entry.evict());
      weigh(entry);
    }
  }

  /** Brings the sum up to what a graph takes now. */
  private void weigh(CachedDeviceGraph entry) {
    residentBytes -= entry.weighed;
    entry.weighed = entry.residentBytes();
    residentBytes += entry.weighed;
  }

  private void forgetOldest(List<Runnable> closing) {
    if (entries.size() < MOST_ENTRIES) {
      return;
    }
    Iterator<CachedDeviceGraph> byUse = entries.values().iterator();
    while (byUse.hasNext()) {
      CachedDeviceGraph oldest = byUse.next();
      if (oldest.isUnused()) {
        evict(oldest, closing);
        byUse.remove();
        return;
      }
    }
  }

  private void awaitBuilder(CachedDeviceGraph entry, JobControl control) {
    try (Guard _ = lock.hold();
        KeptInterrupts interrupts = new KeptInterrupts()) {
      while (entry.building) {
        control.checkStopped();
        var _ = interrupts.keep(() -> changed.await(CHECK_MILLIS, TimeUnit.MILLISECONDS));
      }
    }
  }

  private <T> long need(CachedDeviceGraph entry, DeviceInput host, DeviceWork<T> work) {
    try (Guard _ = lock.hold()) {
      long besides = work.bytes(entry.knowledge());
      return entry.isResident() ? besides : entry.bytesWithPreparation(host, besides, budget);
    }
  }

  private void unpin(CachedDeviceGraph entry) {
    try (Guard _ = lock.hold()) {
      entry.pins--;
    }
    var _ = evictUntil(maximumBytes);
  }

  <A extends DeviceAttachment> Optional<A> attached(CachedDeviceGraph entry, Class<A> kind) {
    try (Guard _ = lock.hold()) {
      return Optional.ofNullable(kind.cast(entry.attachments.get(kind)));
    }
  }

  <A extends DeviceAttachment> A attach(
      CachedDeviceGraph entry, Class<A> kind, Lane lane, GraphUse.Maker<A> maker) {
    try (Guard _ = lock.hold()) {
      A found = kind.cast(entry.attachments.get(kind));
      if (found != null) {
        return found;
      }
      if (entry.building) {
        throw new GraphUse.RunAgain();
      }
      entry.building = true;
    }
    A made = null;
    try {
      made = maker.make(lane);
      return made;
    } finally {
      try (Guard _ = lock.hold()) {
        entry.building = false;
        if (made != null) {
          entry.attachments.put(kind, made);
          weigh(entry);
        }
        changed.signalAll();
      }
    }
  }

  void learn(CachedDeviceGraph entry, Class<?> kind, long bytes) {
    try (Guard _ = lock.hold()) {
      entry.learnt.put(kind, bytes);
    }
  }

  /** Gives back the least recently used idle graphs. */
  @Override
  public long release(long bytes) {
    long resident;
    try (Guard _ = lock.hold()) {
      resident = residentBytes;
    }
    return evictUntil(Math.max(0, resident - bytes));
  }

  private long evictUntil(long bound) {
    List<Runnable> closing = new ArrayList<>();
    long released;
    try (Guard _ = lock.hold()) {
      if (residentBytes <= bound) {
        return 0;
      }
      long before = residentBytes;
      removeOrphans(closing);
      for (CachedDeviceGraph entry : entries.values()) {
        if (residentBytes <= bound) {
          break;
        }
        if (entry.isIdle() && entry.isResident()) {
          evictions++;
          evict(entry, closing);
        }
      }
      released = before - residentBytes;
    }
    closing.forEach(Runnable::run);
    return released;
  }

  /**
   * The cache as it is now.
   *
   * @param bytes on the device, attachments included
   * @param graphs on the device
   * @param hits tasks that found their graph
   * @param misses tasks that built it
   * @param evictions graphs given back to make room
   */
  public record Statistics(long bytes, long graphs, long hits, long misses, long evictions) {}

  /** The cache as it is now. */
  public Statistics statistics() {
    try (Guard _ = lock.hold()) {
      return new Statistics(
          residentBytes,
          entries.values().stream().filter(CachedDeviceGraph::isResident).count(),
          hits,
          misses,
          evictions);
    }
  }

  /** Bytes on the device of each host graph that has its rows, attachments included. */
  public Map<Graph, Long> residentGraphs() {
    Map<Graph, Long> resident = new HashMap<>();
    try (Guard _ = lock.hold()) {
      for (CachedDeviceGraph entry : entries.values()) {
        if (entry.isResident() && !entry.isOrphan() && entry.host() instanceof Graph graph) {
          resident.put(graph, entry.residentBytes());
        }
      }
    }
    return resident;
  }

  /** Gives every idle graph back; to be called when no job runs any more. */
  @Override
  public void close() {
    var _ = evictUntil(0);
  }
}
