package io.cliquestream.worker.jobs;

import java.util.ArrayList;
import java.util.List;

/**
 * A window as its description says it, made anew from the whole list of events each time it is
 * asked.
 */
final class ReferenceWindow {
  private record Event(boolean deletion, long u, long v, long micros) {}

  private final List<Event> events = new ArrayList<>();
  private final long lateness;
  private long greatest = Long.MIN_VALUE;

  ReferenceWindow(long lateness) {
    this.lateness = lateness;
  }

  /** Whether the event counts; a late one does not. */
  boolean add(boolean deletion, long u, long v, long micros) {
    if (greatest != Long.MIN_VALUE && micros < greatest - lateness) {
      return false;
    }
    greatest = Math.max(greatest, micros);
    events.add(new Event(deletion, u, v, micros));
    return true;
  }

  /** What the last so many insertions come to. */
  ReferenceGraph ofEvents(int most) {
    long insertions = events.stream().filter(e -> !e.deletion() && e.u() != e.v()).count();
    long passed = 0;
    var graph = new ReferenceGraph();
    for (Event event : events) {
      if (event.deletion()) {
        graph.delete(event.u(), event.v());
      } else if (event.u() != event.v()) {
        passed++;
        if (passed > insertions - most) {
          graph.insert(event.u(), event.v());
        }
      }
    }
    return graph;
  }

  /** What the insertions younger than this come to. */
  ReferenceGraph ofTime(long micros) {
    var graph = new ReferenceGraph();
    for (Event event : events) {
      if (event.deletion()) {
        graph.delete(event.u(), event.v());
      } else if (event.micros() + micros > greatest - lateness) {
        graph.insert(event.u(), event.v());
      }
    }
    return graph;
  }
}
