package io.cliquestream.kernels.change.standing;

import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.core.CoreMaintenance;
import io.cliquestream.kernels.change.core.CorePeeling;
import io.cliquestream.kernels.change.standing.Advance.Method;
import io.cliquestream.kernels.change.state.EdgeOrder;
import io.cliquestream.kernels.change.state.StateEnvelope;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.change.state.StepForecast;
import io.cliquestream.kernels.control.StopCheck;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * Core numbers of a version of a graph that follow it: kept up over small changes, peeled anew
 * where that is the cheaper way. Four bytes for each slot. Holds a lease of its version; used by
 * one thread at a time.
 */
public final class CoreNumbers implements AutoCloseable {
  private static final String NAME = "core-numbers";

  private final CostPlanner planner = new CostPlanner();
  private GraphVersion version;
  private int[] bySlot;

  private CoreNumbers(GraphVersion version, int[] bySlot) {
    this.version = version;
    this.bySlot = bySlot;
  }

  /**
   * Peels a version.
   *
   * @param version stays the caller's
   * @param stop asked every few milliseconds
   * @return stands on the version, of which it holds a lease of its own
   * @throws io.cliquestream.kernels.control.StoppedException when {@code stop} ended it
   */
  public static CoreNumbers start(GraphVersion version, StopCheck stop) {
    int[] cores = CorePeeling.of(version.rows(), stop);
    return new CoreNumbers(version.lease(), cores);
  }

  /**
   * Goes on from bytes that {@link #save} gave on a version with the same edges.
   *
   * @param version stays the caller's
   * @param state the bytes
   * @return empty when they are of another graph, or damaged
   */
  public static Optional<CoreNumbers> restore(GraphVersion version, byte[] state) {
    int[] cores = new int[version.slotCount()];
    boolean read =
        StateEnvelope.read(
            NAME,
            version,
            state,
            in -> {
              EdgeOrder order = EdgeOrder.of(version.rows());
              for (int v = 0; v < order.vertexCount(); v++) {
                cores[order.slot(v)] = in.number(0, Integer.MAX_VALUE);
              }
            });
    return read ? Optional.of(new CoreNumbers(version.lease(), cores)) : Optional.empty();
  }

  /**
   * Makes the core numbers those of a newer version, in the cheaper way. When it is stopped they
   * still stand on the version before.
   *
   * @param newer stays the caller's
   * @param stop asked every few milliseconds
   * @return which way was taken, and why
   * @throws io.cliquestream.kernels.control.StoppedException when {@code stop} ended it
   * @throws IllegalArgumentException for a version of another graph, or an older one
   */
  public Advance advance(GraphVersion newer, StopCheck stop) {
    return advance(newer, stop, Optional.empty());
  }

  /**
   * The same in a given way.
   *
   * @param newer stays the caller's
   * @param stop asked every few milliseconds
   * @param forced {@code INCREMENTAL} or {@code RECOUNTED}; the cheaper one when empty
   * @return which way was taken
   * @throws io.cliquestream.kernels.control.StoppedException when {@code stop} ended it
   * @throws IllegalArgumentException for a version of another graph, or an older one
   */
  public Advance advance(GraphVersion newer, StopCheck stop, Optional<Method> forced) {
    VersionChange change = newer.since(version);
    long changed = change.count();
    double steps = StepForecast.sum(change, 1);
    double incremental = planner.incrementalNanos(steps);
    double anew = planner.recountNanos(change.edgesAfter());
    Method method =
        change.isEmpty()
            ? Method.UNCHANGED
            : forced.orElse(incremental <= anew ? Method.INCREMENTAL : Method.RECOUNTED);
    if (method == Method.INCREMENTAL) {
      long most = forced.isPresent() ? Long.MAX_VALUE / 2 : planner.mostSteps(change.edgesAfter());
      long start = System.nanoTime();
      try {
        Map<Integer, Integer> different =
            new CoreMaintenance(bySlot, change, new StepBudget(stop, most)).run();
        int slots = change.after().slots();
        if (bySlot.length < slots) {
          bySlot = Arrays.copyOf(bySlot, slots + bySlot.length / 4);
        }
        different.forEach((slot, core) -> bySlot[slot] = core);
      } catch (StepBudget.Exceeded _) {
        method = Method.RECOUNTED;
      }
      planner.advanced(steps, System.nanoTime() - start);
    }
    if (method == Method.RECOUNTED) {
      long start = System.nanoTime();
      bySlot = CorePeeling.of(newer.rows(), stop);
      planner.recounted(change.edgesAfter(), System.nanoTime() - start);
      planner.passedOver();
    }
    GraphVersion before = version;
    version = newer.lease();
    before.close();
    return Advances.of(method, changed, incremental, anew);
  }

  /** {@return the version that they stand on: this object's lease, not for the caller to close} */
  public GraphVersion version() {
    return version;
  }

  /**
   * {@return the core number of an id; 0 when it is no vertex}
   *
   * @param id of the input, unsigned
   */
  public int core(long id) {
    int slot = version.slot(id);
    return slot < 0 || slot >= bySlot.length ? 0 : bySlot[slot];
  }

  /** {@return the largest core number, which is the graph's degeneracy; 0 without edges} */
  public int degeneracy() {
    return Arrays.stream(bySlot).max().orElse(0);
  }

  /**
   * {@return the core number of each vertex, in the order of {@link GraphVersion#prepared}'s
   * vertices}
   */
  public int[] byVertex() {
    EdgeOrder order = EdgeOrder.of(version.rows());
    int[] cores = new int[order.vertexCount()];
    for (int v = 0; v < cores.length; v++) {
      cores[v] = bySlot[order.slot(v)];
    }
    return cores;
  }

  /**
   * {@return the core numbers as bytes for {@link #restore}; empty when they take more than {@code
   * most}}
   *
   * @param most bytes at most
   */
  public Optional<byte[]> save(int most) {
    return StateEnvelope.write(
        NAME,
        version,
        most,
        out -> {
          for (int core : byVertex()) {
            out.number(core);
          }
        });
  }

  /** Gives the version back. */
  @Override
  public void close() {
    version.close();
  }
}
