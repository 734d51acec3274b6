package io.cliquestream.kernels.slice;

import io.cliquestream.kernels.answer.JobOutcome.Slice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The slices of one attempt at a job, {@link #MOST} at most. When they are more, neighbours are
 * merged pairwise, and from there on as many slices are made one as any of the kept ones holds: so
 * all are equally fine, together they always cover the whole attempt, and their shares add up to
 * what was done. Recording costs an addition, now and then a pass over the kept ones. Safe for use
 * by any number of threads.
 */
public final class SliceLog {
  /** Most slices that are kept. */
  public static final int MOST = 64;

  private final List<Slice> kept = new ArrayList<>();

  /** How many recorded slices make one kept slice; only the last has fewer. */
  private long each = 1;

  /** How many of them the last kept one holds. */
  private long last = 1;

  /** Begins an attempt: nothing is recorded yet. */
  public SliceLog() {}

  /**
   * Records a slice that began no earlier than those before it.
   *
   * @param slice of the attempt
   */
  public synchronized void add(Slice slice) {
    if (!kept.isEmpty() && last < each) {
      kept.add(kept.removeLast().and(slice));
      last++;
      return;
    }
    if (kept.size() == MOST) {
      List<Slice> merged = new ArrayList<>(MOST / 2);
      for (int i = 0; i < MOST; i += 2) {
        merged.add(kept.get(i).and(kept.get(i + 1)));
      }
      kept.clear();
      kept.addAll(merged);
      each *= 2;
    }
    kept.add(slice);
    last = 1;
  }

  /** {@return what is kept, in the order of their beginnings} */
  public synchronized List<Slice> slices() {
    return List.copyOf(kept);
  }

  /**
   * {@return the slices of several devices as one list, no longer than a log}
   *
   * @param devices the slices of each, in the order of their beginnings
   */
  public static List<Slice> merged(List<List<Slice>> devices) {
    if (devices.size() == 1) {
      return devices.getFirst();
    }
    SliceLog log = new SliceLog();
    devices.stream()
        .flatMap(List::stream)
        .sorted(Comparator.comparingLong(Slice::startNanos))
        .forEach(log::add);
    return log.slices();
  }
}
