package io.cliquestream.kernels.cuda.change;

import io.cliquestream.kernels.change.device.ChangeCounts;
import io.cliquestream.kernels.change.device.ChangeDevice;
import io.cliquestream.kernels.change.device.ChangeStep;
import io.cliquestream.kernels.change.device.DeviceCosts;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.admission.MemoryRelief;
import io.cliquestream.kernels.cuda.device.CudaDevice;
import io.cliquestream.kernels.cuda.driver.DeviceState;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.PreparedGraph;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The evolving graphs that a device holds, weighed by device bytes. Those that no call has go when
 * jobs need the memory, when there are too many, or when all together take more than their share;
 * the least recently used first. Safe for use by any number of threads; a call blocks its caller.
 */
public final class DeviceChanges implements ChangeDevice, MemoryRelief, AutoCloseable {
  /** Times a step asks for more memory without getting on before it gives up. */
  private static final int MOST_ATTEMPTS = 8;

  private final CudaDevice device;
  private final CudaLibrary library;
  private final DeviceChangePolicy policy;
  private final long budget;
  private final LongAdder wholeCounts = new LongAdder();

  /** By number, the least recently used first. Guarded by this. */
  private final Map<Long, Held> graphs = new LinkedHashMap<>(16, 0.75f, true);

  /** A graph and who has it. */
  private static final class Held {
    /** Held by the call that has the graph. */
    final ReentrantLock lock = new ReentrantLock();

    /** Null once it is gone; guarded by the lock. */
    volatile DeviceEvolvingGraph graph;

    /** Whether the last batch was applied at once; guarded by the lock. */
    boolean isLastWhole;

    Held(DeviceEvolvingGraph graph) {
      this.graph = graph;
    }
  }

  /** Graphs on a device; its memory's relief is for the engine to arrange. */
  public DeviceChanges(CudaDevice device, CudaLibrary library, DeviceChangePolicy policy) {
    this.device = device;
    this.library = library;
    this.policy = policy;
    this.budget = device.memoryUse().budget();
  }

  @Override
  public boolean isReady() {
    return device.state() == DeviceState.READY;
  }

  @Override
  public DeviceCosts costs() {
    return policy.costs();
  }

  @Override
  public void load(long copy, PreparedGraph prepared, int mostIds, JobControl control) {
    var sizes =
        GraphSizes.of(
            library.changes(),
            policy,
            prepared.graph(),
            Math.max(prepared.graph().vertexCount(), mostIds),
            budget);
    long most = budget / policy.graphShare();
    if (sizes.residentBytes() > most) {
      throw new ComputeException(
          FailureCode.JOB_MEMORY_EXCEEDED,
          "the graph takes %d bytes on the GPU to be followed there, at most %d are for it"
              .formatted(sizes.residentBytes(), most));
    }
    dropUntil(most - sizes.residentBytes(), policy.mostGraphs() - 1);
    DeviceEvolvingGraph graph =
        device.run(
            control,
            sizes.loadBytes(),
            lane -> DeviceEvolvingGraph.load(lane, library, policy, prepared.graph(), sizes));
    synchronized (this) {
      graphs.put(copy, new Held(graph));
    }
  }

  @Override
  public Optional<ChangeCounts> count(long copy, ChangeStep step, JobControl control) {
    Held held = find(copy);
    if (held == null) {
      return Optional.empty();
    }
    held.lock.lock();
    try {
      if (held.graph == null || held.graph.batches() != step.expected()) {
        return Optional.empty();
      }
      if (step.batches().isEmpty() && !held.isLastWhole) {
        // Its last piece is all that could be counted once more.
        return Optional.empty();
      }
      long whole = held.graph.wholeCounts();
      ChangeCounts counts = count(held.graph, step, control);
      wholeCounts.add(held.graph.wholeCounts() - whole);
      if (!step.batches().isEmpty()) {
        int changes = step.batches().getLast().length / 2;
        held.isLastWhole = changes <= policy.costs().mostChanges();
      }
      return Optional.of(counts);
    } finally {
      held.lock.unlock();
    }
  }

  private synchronized Held find(long copy) {
    return graphs.get(copy);
  }

  private ChangeCounts count(DeviceEvolvingGraph graph, ChangeStep step, JobControl control) {
    StepProgress progress = new StepProgress(step, policy.costs().mostChanges());
    long bytes = graph.firstBytes(progress);
    long position = progress.position();
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      long set = bytes;
      try {
        device.run(
            control,
            set,
            lane -> {
              graph.step(lane, progress, set);
              return true;
            });
        graph.took(step.batches().size());
        return progress.counts();
      } catch (MoreMemory more) {
        control.checkStopped();
        bytes = Math.max(more.bytes(), graph.firstBytes(progress));
        if (progress.position() > position) {
          // Each piece of a large batch may need more than the last.
          position = progress.position();
          attempt = 0;
        }
      }
    }
    throw new ComputeException(
        FailureCode.JOB_MEMORY_EXCEEDED,
        "a batch of changes asked for more memory " + MOST_ATTEMPTS + " times");
  }

  @Override
  public void drop(long copy) {
    Held held;
    synchronized (this) {
      held = graphs.remove(copy);
    }
    if (held != null) {
      held.lock.lock();
      try {
        let(held);
      } finally {
        held.lock.unlock();
      }
    }
  }

  /** With its lock held. */
  private static void let(Held held) {
    if (held.graph != null) {
      held.graph.close();
      held.graph = null;
    }
  }

  /** Gives graphs back that no call has. */
  @Override
  public long release(long bytes) {
    long before = bytes();
    dropUntil(Math.max(0, before - bytes), Integer.MAX_VALUE);
    return Math.max(0, before - bytes());
  }

  private void dropUntil(long mostBytes, int mostGraphs) {
    List<Held> gone = new ArrayList<>();
    synchronized (this) {
      long bytes = bytes();
      Iterator<Held> byUse = graphs.values().iterator();
      while (byUse.hasNext() && (bytes > mostBytes || graphs.size() > mostGraphs)) {
        Held held = byUse.next();
        // Whoever asks for memory may have a graph himself.
        if (!held.lock.isHeldByCurrentThread() && held.lock.tryLock()) {
          bytes -= held.graph == null ? 0 : held.graph.bytes();
          byUse.remove();
          gone.add(held);
        }
      }
    }
    for (Held held : gone) {
      try {
        let(held);
      } finally {
        held.lock.unlock();
      }
    }
  }

  /** Bytes on the device. */
  public synchronized long bytes() {
    return graphs.values().stream()
        .map(held -> held.graph)
        .mapToLong(graph -> graph == null ? 0 : graph.bytes())
        .sum();
  }

  /** How many counts were of a whole graph, rather than of its changes. */
  public long wholeCounts() {
    return wholeCounts.sum();
  }

  /** How many graphs are on the device. */
  public synchronized int count() {
    return graphs.size();
  }

  /** Gives every graph back; to be called when no call is under way any more. */
  @Override
  public void close() {
    dropUntil(0, 0);
  }
}
