package io.cliquestream.worker.intake;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/** Which partitions are followed and restored, and since when. Thread-safe. */
final class FollowedPartitions {
  private record State(boolean isRestored, long since) {}

  private final TreeMap<Integer, State> states = new TreeMap<>();

  /** A partition is to be followed; nothing changes when it is. */
  synchronized void follow(int partition) {
    states.putIfAbsent(partition, new State(false, System.nanoTime()));
  }

  /** What lay in a followed partition was taken in; how long that took, if that is news. */
  synchronized Optional<Duration> restored(int partition) {
    State before = states.get(partition);
    if (before == null || before.isRestored()) {
      return Optional.empty();
    }
    long now = System.nanoTime();
    states.put(partition, new State(true, now));
    return Optional.of(Duration.ofNanos(now - before.since()));
  }

  /** Whether what lay in a partition was taken in. */
  synchronized boolean isRestored(int partition) {
    State state = states.get(partition);
    return state != null && state.isRestored();
  }

  synchronized void release(int partition) {
    states.remove(partition);
  }

  synchronized List<IntakeHealth.Partition> health(IntToLongFunction lag) {
    long now = System.nanoTime();
    return states.entrySet().stream()
        .map(
            entry ->
                new IntakeHealth.Partition(
                    entry.getKey(),
                    entry.getValue().isRestored(),
                    Duration.ofNanos(now - entry.getValue().since()),
                    lag.applyAsLong(entry.getKey())))
        .toList();
  }
}
