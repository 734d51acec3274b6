package io.cliquestream.worker.jobs.admission;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Jobs that wait for a lane: the highest priority first; among equal priorities the tenants take
 * turns, and a tenant's own jobs keep their order. A tenant with a thousand jobs therefore delays
 * another tenant's single job by one job, not by a thousand. Bounded by the service's bound on jobs
 * in flight. Safe for use by several threads.
 *
 * @param <T> a job
 */
public final class FairQueue<T> {
  private static final int PRIORITIES = 10;

  /** Per priority: the tenants with waiting jobs, the one whose turn it is first. */
  private final List<LinkedHashMap<String, ArrayDeque<T>>> turns = new ArrayList<>();

  private int size;
  private boolean closed;

  public FairQueue() {
    for (int priority = 0; priority < PRIORITIES; priority++) {
      turns.add(new LinkedHashMap<>());
    }
  }

  /** Adds a job; a closed queue ignores it. */
  public synchronized void add(int priority, String tenant, T job) {
    if (closed) {
      return;
    }
    turns.get(priority).computeIfAbsent(tenant, _ -> new ArrayDeque<>()).add(job);
    size++;
    notifyAll();
  }

  /** Waits for the next job; empty once the queue is closed. */
  public synchronized Optional<T> take() throws InterruptedException {
    while (size == 0 && !closed) {
      wait();
    }
    if (closed) {
      return Optional.empty();
    }
    for (int priority = PRIORITIES - 1; priority >= 0; priority--) {
      LinkedHashMap<String, ArrayDeque<T>> tenants = turns.get(priority);
      if (!tenants.isEmpty()) {
        Map.Entry<String, ArrayDeque<T>> turn = tenants.pollFirstEntry();
        T job = turn.getValue().remove();
        if (!turn.getValue().isEmpty()) {
          tenants.putLast(turn.getKey(), turn.getValue());
        }
        size--;
        return Optional.of(job);
      }
    }
    throw new IllegalStateException("the queue lost count");
  }

  /** Takes a job out again; false when it is not there. */
  public synchronized boolean remove(int priority, String tenant, T job) {
    LinkedHashMap<String, ArrayDeque<T>> tenants = turns.get(priority);
    ArrayDeque<T> waiting = tenants.get(tenant);
    if (waiting == null || !waiting.remove(job)) {
      return false;
    }
    if (waiting.isEmpty()) {
      tenants.remove(tenant);
    }
    size--;
    return true;
  }

  /** Jobs that wait. */
  public synchronized int size() {
    return size;
  }

  /** Lets go of every waiting job and of everyone who waits for one. */
  public synchronized void close() {
    closed = true;
    turns.forEach(LinkedHashMap::clear);
    size = 0;
    notifyAll();
  }
}
