package io.cliquestream.kernels.cuda.process;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.thread.Guard;
import io.cliquestream.kernels.thread.KeptInterrupts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;

/**
 * Lets calls in side by side, or a suspect alone, for a while.
 *
 * <p>A suspect goes before those that are none, and of several suspects the one that was acquitted
 * least often, so that who breaks the device at once is judged at once. Nobody is alone for long: a
 * call may take hours, and a suspect may be one of those, or wait for one of those to end. So a
 * suspect holds others back for its time alone only, once while it waits for those inside to end
 * and once while it runs; then the others go in beside it.
 */
final class CallGate {
  private final int most;
  private final long checkNanos;
  private final Guard lock = new Guard();
  private final Condition changed = lock.newCondition();
  private final List<Entry> suspects = new ArrayList<>();
  private int present;
  private int inside;
  private Entry alone;

  /** Who was inside with a call. */
  enum Company {
    /** Nobody, from its beginning to its end. */
    NOBODY,
    /** Nobody for its time alone, then others. */
    OTHERS_LATER,
    /** Others from its beginning, perhaps. */
    OTHERS
  }

  /** A call's way through the gate; guarded by the gate's lock. */
  static final class Entry {
    private final boolean suspect;
    private final int acquittals;
    private final long aloneNanos;
    private long since;
    private boolean isOut;

    /** Whether its time runs: not while the device starts. */
    private boolean counts = true;

    private Company company = Company.OTHERS;

    private Entry(boolean suspect, int acquittals, long aloneNanos) {
      this.suspect = suspect;
      this.acquittals = acquittals;
      this.aloneNanos = aloneNanos;
    }
  }

  CallGate(int most, long checkNanos) {
    this.most = most;
    this.checkNanos = checkNanos;
  }

  /** Counts a call for its whole life, however often it is tried. */
  void register() {
    try (Guard _ = lock.hold()) {
      if (present == most) {
        throw new ComputeException(
            FailureCode.QUEUE_FULL, present + " calls are with the device process already");
      }
      present++;
    }
  }

  void unregister() {
    try (Guard _ = lock.hold()) {
      present--;
    }
  }

  /** Waits for the first entrance of a call, or until the job is stopped. */
  Entry enter(JobControl control) {
    return enter(null, new Entry(false, 0, 0), control);
  }

  /**
   * Takes a call out whose try has ended, and waits for its next entrance, or until the job is
   * stopped; then it is out. It keeps its rank: nobody goes before it who waited while it was in.
   *
   * @param suspect whether it is to be alone
   * @param acquittals how often it was alone, and broke nothing
   * @param aloneNanos how long others are held back for it
   */
  Entry again(Entry last, boolean suspect, int acquittals, long aloneNanos, JobControl control) {
    return enter(last, new Entry(suspect, acquittals, aloneNanos), control);
  }

  private Entry enter(Entry last, Entry entry, JobControl control) {
    try (Guard _ = lock.hold();
        KeptInterrupts interrupts = new KeptInterrupts()) {
      entry.since = System.nanoTime();
      if (entry.suspect) {
        suspects.add(entry);
      }
      if (last != null) {
        leave(last);
      }
      try {
        while (!(entry.suspect ? mayEnterAsSuspect(entry) : mayEnter())) {
          control.checkStopped();
          var _ = interrupts.keep(() -> changed.awaitNanos(checkNanos));
        }
      } finally {
        suspects.remove(entry);
        changed.signalAll();
      }
      if (entry.suspect && inside == 0) {
        entry.company = Company.NOBODY;
        entry.counts = false;
        alone = entry;
      }
      inside++;
      return entry;
    }
  }

  private boolean mayEnter() {
    open();
    return alone == null && suspects.isEmpty();
  }

  private boolean mayEnterAsSuspect(Entry entry) {
    open();
    if (alone != null) {
      return false;
    }
    boolean isNext =
        suspects.stream().noneMatch(other -> other.acquittals < entry.acquittals)
            && suspects.stream()
                    .filter(other -> other.acquittals == entry.acquittals)
                    .findFirst()
                    .orElseThrow()
                == entry;
    return isNext && (inside == 0 || isOver(entry));
  }

  /** Lets others in beside a call that has had its time. */
  private void open() {
    if (alone != null && isOver(alone)) {
      alone.company = Company.OTHERS_LATER;
      alone = null;
    }
  }

  private static boolean isOver(Entry entry) {
    return entry.counts && System.nanoTime() - entry.since >= entry.aloneNanos;
  }

  /** The device is ready for a call that was let in: its time alone begins. */
  void begins(Entry entry) {
    try (Guard _ = lock.hold()) {
      entry.since = System.nanoTime();
      entry.counts = true;
    }
  }

  /** Who was inside with a call so far. */
  Company company(Entry entry) {
    try (Guard _ = lock.hold()) {
      return entry.company;
    }
  }

  /** A call's last try has ended; does nothing for one that is out. */
  void leave(Entry entry) {
    try (Guard _ = lock.hold()) {
      if (entry.isOut) {
        return;
      }
      entry.isOut = true;
      inside--;
      if (alone == entry) {
        alone = null;
      }
      changed.signalAll();
    }
  }
}
