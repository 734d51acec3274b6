package io.cliquestream.worker.directory;

import io.cliquestream.v1.Alert;
import io.cliquestream.worker.directory.listed.ListedAlert;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The newest alerts, of each job and of all together. They hold no more vertices than people read.
 * The directory's lock guards it.
 */
final class AlertTable {
  /** Vertices of an alert that are kept. */
  static final int VERTICES = 64;

  private final int most;
  private final ArrayDeque<ListedAlert> all = new ArrayDeque<>();
  private final Map<String, ArrayDeque<ListedAlert>> ofJobs = new HashMap<>();

  /**
   * @param most alerts of all jobs
   */
  AlertTable(int most) {
    this.most = most;
  }

  /** Takes in an alert, later than all of the same job before it. */
  ListedAlert take(Alert alert, long epochMillis) {
    Alert kept =
        alert.getVerticesCount() <= VERTICES
            ? alert
            : alert.toBuilder()
                .clearVertices()
                .addAllVertices(alert.getVerticesList().subList(0, VERTICES))
                .clearNames()
                .addAllNames(
                    alert.getNamesList().subList(0, Math.min(VERTICES, alert.getNamesCount())))
                .build();
    var listed = new ListedAlert(kept, epochMillis);
    all.addLast(listed);
    ofJobs.computeIfAbsent(alert.getJobId(), _ -> new ArrayDeque<>()).addLast(listed);
    if (all.size() > most) {
      ListedAlert oldest = all.removeFirst();
      ArrayDeque<ListedAlert> others = ofJobs.get(oldest.alert().getJobId());
      others.removeFirst();
      if (others.isEmpty()) {
        ofJobs.remove(oldest.alert().getJobId());
      }
    }
    return listed;
  }

  /** The newest alerts of a job, the newest first. */
  List<ListedAlert> newest(String jobId, int limit) {
    var newest = new ArrayList<ListedAlert>();
    Iterator<ListedAlert> from =
        ofJobs.getOrDefault(jobId, new ArrayDeque<>()).descendingIterator();
    while (from.hasNext() && newest.size() < limit) {
      newest.add(from.next());
    }
    return newest;
  }

  /** The newest alerts that a filter accepts, the newest first. */
  List<ListedAlert> newest(Predicate<ListedAlert> filter, int limit) {
    var newest = new ArrayList<ListedAlert>();
    Iterator<ListedAlert> from = all.descendingIterator();
    while (from.hasNext() && newest.size() < limit) {
      ListedAlert alert = from.next();
      if (filter.test(alert)) {
        newest.add(alert);
      }
    }
    return newest;
  }

  /** One of them. */
  Optional<ListedAlert> get(String id) {
    int end = id.lastIndexOf('/');
    return ofJobs.getOrDefault(id.substring(0, Math.max(0, end)), new ArrayDeque<>()).stream()
        .filter(alert -> alert.id().equals(id))
        .findFirst();
  }
}
