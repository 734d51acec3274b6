package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.cuda.device.Lane;
import java.util.Optional;

/** A job's hold on a resident graph, from the lane's task until the task has ended. */
public final class GraphUse {
  /** Leaves a lane so that the job can wait or set more memory aside, and then be run again. */
  static final class RunAgain extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RunAgain() {
      super("run again", null, false, false);
    }
  }

  private final DeviceGraphCache cache;
  private final CachedDeviceGraph entry;
  private final DeviceGraph graph;
  private final long reservedBytes;
  private final boolean found;
  private final long prepareNanos;

  /** What this task has made and left on the device, which its reservation has shrunk by. */
  private long keptBytes;

  GraphUse(
      DeviceGraphCache cache,
      CachedDeviceGraph entry,
      DeviceGraph graph,
      long reservedBytes,
      boolean found,
      long prepareNanos) {
    this.cache = cache;
    this.entry = entry;
    this.graph = graph;
    this.reservedBytes = reservedBytes;
    this.found = found;
    this.prepareNanos = prepareNanos;
    this.keptBytes = found ? 0 : graph.bytes();
  }

  /** The graph. */
  public DeviceGraph graph() {
    return graph;
  }

  /** Whether the graph was on the device already. */
  public boolean found() {
    return found;
  }

  /**
   * Whether this task has made the graph from pairs as they were read. Whoever gives those asks
   * once as a rule, so nothing need be made to stay.
   */
  public boolean isFirstOfPairs() {
    return !found && entry.isOfPairs();
  }

  /** How the device made the graph's ids, if they are neither the host's nor those of the input. */
  public Optional<String> renumbering() {
    return entry.renumbering();
  }

  /** Time this task spent on building the graph. */
  public long prepareNanos() {
    return prepareNanos;
  }

  /** The part of it that brought the edges to the device. */
  public long copyNanos() {
    return found ? 0 : graph.copyNanos();
  }

  /** An attachment that is there. */
  public <A extends DeviceAttachment> Optional<A> attached(Class<A> kind) {
    return cache.attached(entry, kind);
  }

  /** Makes an attachment. */
  @FunctionalInterface
  public interface Maker<A> {
    /** Makes it, complete and resident, on the lane of the task. */
    A make(Lane lane);
  }

  /**
   * An attachment, made if it is not there. Another job that makes one for this graph is waited for
   * off the lane: the work is then run again.
   */
  public <A extends DeviceAttachment> A attach(Class<A> kind, Lane lane, Maker<A> maker) {
    return cache.attach(
        entry,
        kind,
        lane,
        on -> {
          A made = maker.make(on);
          keptBytes += made.bytes();
          return made;
        });
  }

  /**
   * To be called once a size that could only be guessed is known, and before it is allocated. When
   * the job has set aside too little, the size is remembered and the work is run again with enough.
   *
   * @param kind stands for what takes the memory
   * @param bytes what it takes
   * @param besides what the job needs besides
   */
  public void require(Class<?> kind, long bytes, long besides) {
    cache.learn(entry, kind, bytes);
    if (bytes + besides > reservedBytes - keptBytes) {
      throw new RunAgain();
    }
  }
}
