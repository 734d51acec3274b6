package io.cliquestream.worker.changes;

/** Events in all windows of a lane; used by its thread, read by any. */
final class WindowBudget {
  private volatile int events;

  int events() {
    return events;
  }

  /** Changes it by so many; on the lane's thread alone. */
  void add(int more) {
    int now = events + more;
    events = now;
  }
}
