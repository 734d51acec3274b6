package io.cliquestream.worker.intake.reference;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;

/**
 * Whose fetch begins next. A tenant begins another only while it has fewer under way than threads
 * are free, so that some are left for those who have none: of four threads one tenant takes two at
 * most, two take three. Among tenants who may, the one with the fewest under way comes first, then
 * who waits longest. Safe for use by several threads; a waiting fetch is one graph's, so what waits
 * is bounded by the graphs that wait for records.
 */
final class TenantTurns implements AutoCloseable {
  private record Waiting(String tenant, Runnable task) {}

  private final int threads;
  private final ExecutorService executor;
  private final List<Waiting> waiting = new ArrayList<>();
  private final Map<String, Integer> underWay = new HashMap<>();
  private int running;

  /**
   * @param threads of the executor, 1 or more
   * @param executor ended by {@link #close}
   */
  TenantTurns(int threads, ExecutorService executor) {
    this.threads = threads;
    this.executor = executor;
  }

  /**
   * Runs a task when it is its tenant's turn; never waits.
   *
   * @throws RejectedExecutionException after {@link #close}
   */
  synchronized void execute(String tenant, Runnable task) {
    if (executor.isShutdown()) {
      throw new RejectedExecutionException("the fetches have ended");
    }
    waiting.add(new Waiting(tenant, task));
    begin();
  }

  private void begin() {
    for (Waiting next = next(); next != null; next = next()) {
      waiting.remove(next);
      running++;
      underWay.merge(next.tenant(), 1, Integer::sum);
      Waiting begun = next;
      executor.execute(
          () -> {
            try {
              begun.task().run();
            } finally {
              ended(begun.tenant());
            }
          });
    }
  }

  private Waiting next() {
    Waiting chosen = null;
    int fewest = threads - running;
    for (Iterator<Waiting> all = waiting.iterator(); all.hasNext() && fewest > 0; ) {
      Waiting one = all.next();
      int own = underWay.getOrDefault(one.tenant(), 0);
      if (own < fewest) {
        chosen = one;
        fewest = own;
      }
    }
    return chosen;
  }

  private synchronized void ended(String tenant) {
    running--;
    underWay.computeIfPresent(tenant, (_, count) -> count == 1 ? null : count - 1);
    if (!executor.isShutdown()) {
      begin();
    }
  }

  @Override
  public synchronized void close() {
    executor.shutdownNow();
    waiting.clear();
  }
}
