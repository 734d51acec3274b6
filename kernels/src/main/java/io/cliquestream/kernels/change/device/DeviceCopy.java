package io.cliquestream.kernels.change.device;

import io.cliquestream.kernels.change.ChangedEdges;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.rows.GraphAssembly;
import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.graph.PreparedGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the host knows of an evolving graph's copy on a device. The copy stands on one version, of
 * which this holds a lease; changes lead it from there to any other that is leased, forwards or
 * backwards, so jobs on different versions share it.
 *
 * <p>The copy is never what is true: whatever goes wrong with it, it is forgotten, the caller
 * counts on the host, and a later step may load the graph anew. Each failure makes that dearer, and
 * after some the device is left alone with it for an hour.
 *
 * <p>The copy's ids are the vertices of the version that was loaded, and then those of slots as
 * they come. Safe for use by several threads, one at a time is with the device.
 */
public final class DeviceCopy implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(DeviceCopy.class.getName());
  private static final AtomicLong NUMBERS = new AtomicLong();

  /** Failures after which the device is not asked about this graph for a while. */
  private static final int MOST_FAILURES = 4;

  private static final long REST_NANOS = Duration.ofHours(1).toNanos();

  /** A copy behind by more changes than this, and than a part of the edges, is not caught up. */
  private static final long FEW_CHANGES = 1 << 16;

  private static final int BEHIND = 4;

  /** Room for new ids: a part of those that are there, and some. */
  private static final int SPARE_IDS = 4;

  private static final int FEW_IDS = 1 << 12;
  private static final int MOST_IDS = Integer.MAX_VALUE - 1;
  private static final int NO_ID = -1;

  final Object lineage;

  /** Guarded by the copies. */
  int users;

  private final DeviceCopies copies;
  private final ChangeDevice device;
  private final DeviceCosts costs;

  // Guarded by this.
  private GraphVersion at;
  private long number;
  private long batches;
  private int[] ids = new int[0];
  private int usedIds;
  private int mostIds;

  /** The versions that the last batch led from and to, if it can be counted once more. */
  private long lastFrom = -1;

  private double savedNanos;
  private double loadEdgeNanos;
  private int failures;
  private long failedAt;

  DeviceCopy(DeviceCopies copies, Object lineage, ChangeDevice device) {
    this.copies = copies;
    this.lineage = lineage;
    this.device = device;
    this.costs = device.costs();
    this.loadEdgeNanos = costs.loadEdgeNanos();
  }

  /** {@return what the device is expected to take, as it said when this was made} */
  public DeviceCosts costs() {
    return costs;
  }

  /** {@return whether the device can be asked about this graph at all; if not, its copy is gone} */
  public synchronized boolean isUsable() {
    if (failures >= MOST_FAILURES && System.nanoTime() - failedAt > REST_NANOS) {
      failures = MOST_FAILURES - 1;
    }
    boolean usable = failures < MOST_FAILURES && device.isReady();
    if (!usable) {
      forget();
    }
    return usable;
  }

  /**
   * {@return whether the device has the graph, so that a version is reached by few changes: 65,536,
   * or a quarter of the version's edges}
   *
   * @param version of this graph, leased by the caller
   */
  public synchronized boolean isNear(GraphVersion version) {
    return at != null
        && Math.abs(version.changesSoFar() - at.changesSoFar())
            <= Math.max(FEW_CHANGES, version.edgeCount() / BEHIND);
  }

  /** Expected time of making the copy; after failures it counts as dearer. */
  private double loadNanos(GraphVersion version) {
    return (costs.callNanos() + version.edgeCount() * loadEdgeNanos) * (1L << (2 * failures));
  }

  /**
   * {@return whether what steps took longer without the graph on the device adds up to loading it}
   *
   * @param version of this graph, leased by the caller
   */
  public synchronized boolean isWorthLoading(GraphVersion version) {
    return savedNanos >= loadNanos(version);
  }

  /**
   * A step from a version was made without the device; a copy left far behind goes.
   *
   * @param longer so much longer it took than the device was expected to; below 0: shorter
   * @param from the version before the step, leased by the caller
   */
  public synchronized void passedOver(GraphVersion from, double longer) {
    savedNanos += Math.max(0, longer);
    if (at != null && !isNear(from)) {
      forget();
    }
  }

  /**
   * Counts what a change did, on the device.
   *
   * @param change from the older to the newer version, which are both leased by the caller
   * @param older where the step begins, leased by the caller
   * @param newer where it ends, leased by the caller
   * @param question what is counted
   * @param control of the job; may end the call
   * @return empty when the device could not
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped
   */
  public synchronized Optional<ChangeCounts> count(
      GraphVersion older,
      GraphVersion newer,
      VersionChange change,
      ChangeQuestion question,
      JobControl control) {
    if (!isUsable()) {
      return Optional.empty();
    }
    control.checkStopped();
    Optional<ChangeCounts> counts = Optional.empty();
    try {
      if (!isNear(older)) {
        load(older, control);
      }
      counts = step(older, newer, change, question, control);
      if (counts.isEmpty()) {
        savedNanos = 0;
      }
      return counts;
    } catch (StoppedException e) {
      throw e;
    } catch (RuntimeException e) {
      control.checkStopped();
      failed(e);
      return Optional.empty();
    } finally {
      if (counts.isEmpty()) {
        forget();
      }
    }
  }

  private void failed(RuntimeException e) {
    failures++;
    failedAt = System.nanoTime();
    savedNanos = 0;
    LOG.log(
        System.Logger.Level.WARNING,
        "the host counts what changed, for the GPU could not: {0}",
        String.valueOf(e.getMessage()));
  }

  private void load(GraphVersion version, JobControl control) {
    forget();
    long start = System.nanoTime();
    PreparedGraph graph = version.prepared();
    RowView rows = version.rows();
    int[] vertices = GraphAssembly.vertices(rows);
    if (vertices.length != graph.graph().vertexCount()) {
      throw new IllegalStateException("the graph has vertices without an edge");
    }
    ids = new int[rows.slots()];
    Arrays.fill(ids, NO_ID);
    for (int v = 0; v < vertices.length; v++) {
      ids[vertices[v]] = v;
    }
    usedIds = vertices.length;
    mostIds = (int) Math.min(MOST_IDS, (long) usedIds + usedIds / SPARE_IDS + FEW_IDS);
    number = NUMBERS.incrementAndGet();
    batches = 0;
    lastFrom = -1;
    at = version.lease();
    device.load(number, graph, mostIds, control);
    savedNanos = 0;
    loadEdgeNanos =
        (loadEdgeNanos + (System.nanoTime() - start) / (double) Math.max(1, version.edgeCount()))
            / 2;
  }

  private Optional<ChangeCounts> step(
      GraphVersion older,
      GraphVersion newer,
      VersionChange change,
      ChangeQuestion question,
      JobControl control) {
    boolean again = at.sequence() == newer.sequence() && lastFrom == older.sequence();
    List<int[]> taken = again ? List.of() : batches(older, change);
    if (usedIds > mostIds) {
      load(older, control);
      taken = batches(older, change);
    }
    Optional<ChangeCounts> counts =
        device.count(number, new ChangeStep(batches, taken, question), control);
    if (counts.isPresent()) {
      batches += taken.size();
      lastFrom = change.count() <= costs.mostChanges() ? older.sequence() : -1;
      GraphVersion before = at;
      at = newer.lease();
      before.close();
    }
    return counts;
  }

  /** To the older version, if the copy stands elsewhere, and from there to the newer one. */
  private List<int[]> batches(GraphVersion older, VersionChange change) {
    List<int[]> taken = new ArrayList<>();
    if (at.sequence() != older.sequence()) {
      boolean back = at.sequence() > older.sequence();
      VersionChange way = back ? at.since(older) : older.since(at);
      if (!way.isEmpty()) {
        taken.add(pairs(way, back));
      }
    }
    taken.add(pairs(change, false));
    return taken;
  }

  private int[] pairs(VersionChange change, boolean back) {
    int[] pairs = new int[Math.multiplyExact(2, Math.toIntExact(change.count()))];
    int used = put(change.deleted(), back ? 0 : ChangeStep.DELETION, pairs, 0);
    int all = put(change.inserted(), back ? ChangeStep.DELETION : 0, pairs, used);
    return all == pairs.length ? pairs : Arrays.copyOf(pairs, all);
  }

  private int put(ChangedEdges edges, int mark, int[] pairs, int from) {
    int used = from;
    for (int rank = 0; rank < edges.count(); rank++) {
      pairs[used++] = id(edges.low(rank)) | mark;
      pairs[used++] = id(edges.high(rank));
    }
    return used;
  }

  private int id(int slot) {
    if (slot >= ids.length) {
      int before = ids.length;
      ids = Arrays.copyOf(ids, Math.max(slot + 1, (int) Math.min(MOST_IDS, before * 5L / 4)));
      Arrays.fill(ids, before, ids.length, NO_ID);
    }
    if (ids[slot] == NO_ID) {
      ids[slot] = usedIds++;
    }
    return ids[slot];
  }

  /** Lets the copy go, here and on the device. */
  synchronized void forget() {
    if (at != null) {
      at.close();
      at = null;
      ids = new int[0];
      device.drop(number);
    }
  }

  /** The caller follows this graph no more. */
  @Override
  public void close() {
    copies.leave(this);
  }
}
