package io.cliquestream.worker.jobs.handover;

import java.util.Set;
import java.util.TreeSet;

/**
 * What this worker is to make ready and what it has, between the group's assignor and the exchange.
 * Both live on the exchange's thread.
 */
public final class Handover {
  private Set<Integer> wanted = Set.of();
  private final Set<Integer> ready = new TreeSet<>();
  private Set<Integer> told = Set.of();

  /** What the group takes from its owners, as far as this worker knows. */
  private Set<Integer> promised = Set.of();

  private boolean changed;
  private boolean given;

  /** The group's wishes, instead of those before. */
  void want(Set<Integer> partitions) {
    changed |= !wanted.equals(partitions);
    wanted = Set.copyOf(partitions);
    ready.retainAll(wanted);
    Set<Integer> promise = told.containsAll(wanted) ? wanted : Set.of();
    given = !promise.isEmpty() && !promise.equals(promised);
    promised = promise;
  }

  /** Partitions that this worker could take over at once; goes to the group. */
  Set<Integer> tell() {
    told = Set.copyOf(ready);
    return told;
  }

  /** Partitions to be made ready. */
  public Set<Integer> wanted() {
    return wanted;
  }

  /** Whether {@link #wanted} is another set than at the last call. */
  public boolean hasChanged() {
    boolean was = changed;
    changed = false;
    return was;
  }

  /** A partition is ready; does nothing when it is not wanted any more. */
  public void ready(int partition) {
    if (wanted.contains(partition)) {
      ready.add(partition);
    }
  }

  /**
   * Whether the group should be asked: all that is wanted is ready, and the group does not know; or
   * it knows, and wants it still. Then the assignment that came takes it from its owners, and the
   * next one gives it, for which nobody should wait until a heartbeat says so. Asked once a
   * promise, so that a group which does not keep it is not asked without end.
   */
  public boolean hasNews() {
    if (given) {
      given = false;
      return true;
    }
    return !wanted.isEmpty() && ready.equals(wanted) && !told.containsAll(ready);
  }
}
