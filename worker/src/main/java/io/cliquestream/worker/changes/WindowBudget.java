package io.cliquestream.worker.changes;

/**
 * What all streams of a lane hold: events in their windows, and their weight, which counts long
 * names as events. Used by the lane's thread, the events read by any.
 */
final class WindowBudget {
  private volatile int events;
  private int weight;

  int events() {
    return events;
  }

  /** Events, or what names take where that is more. */
  int weight() {
    return weight;
  }

  /** Changes it by so many; on the lane's thread alone. */
  void add(int moreEvents, int moreWeight) {
    int now = events + moreEvents;
    events = now;
    weight += moreWeight;
  }
}
