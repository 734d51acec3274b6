package io.cliquestream.worker.api;

import io.cliquestream.worker.access.Principal;
import io.cliquestream.worker.directory.Change;
import io.vertx.core.http.HttpServerResponse;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One client that follows what changes: what waits for it, each thing once, within a bound. Noted
 * from any thread; written on the event loop of its connection.
 */
final class EventStream {
  private final Principal asker;
  private final HttpServerResponse response;
  private final Set<String> kinds;
  private final Optional<String> job;
  private final int most;
  private final LinkedHashSet<Change> waiting = new LinkedHashSet<>();
  private boolean overflown;
  private boolean busy;

  /**
   * A stream.
   *
   * @param kinds names of events; empty for all
   * @param job of jobs and alerts only this one's
   * @param most changes that may wait
   */
  EventStream(
      Principal asker,
      HttpServerResponse response,
      Set<String> kinds,
      Optional<String> job,
      int most) {
    this.asker = asker;
    this.response = response;
    this.kinds = Set.copyOf(kinds);
    this.job = job;
    this.most = most;
  }

  Principal asker() {
    return asker;
  }

  boolean wants(String kind) {
    return kinds.isEmpty() || kinds.contains(kind);
  }

  private boolean isOfAnotherJob(Change change) {
    return switch (change.kind()) {
      case JOB -> job.filter(id -> !id.equals(change.id())).isPresent();
      case ALERT -> job.filter(id -> !change.id().startsWith(id + "/")).isPresent();
      case GRAPH, STANDING, DEAD_LETTER, WORKER -> false;
    };
  }

  /** Something changed. */
  synchronized void note(Change change) {
    if (!wants(EventStreams.name(change.kind())) || isOfAnotherJob(change) || overflown) {
      return;
    }
    waiting.add(change);
    if (waiting.size() > most) {
      waiting.clear();
      overflown = true;
    }
  }

  /**
   * Takes what waits, unless the client has not taken what it was sent, or the last part is being
   * made; {@link #written} ends that.
   *
   * @return empty when there is nothing to send now
   */
  synchronized Optional<List<Change>> take() {
    if (busy || response.writeQueueFull() || (waiting.isEmpty() && !overflown)) {
      return Optional.empty();
    }
    busy = true;
    List<Change> taken = List.copyOf(waiting);
    waiting.clear();
    return Optional.of(taken);
  }

  /** Whether changes were dropped since the last call. */
  synchronized boolean takeOverflown() {
    boolean dropped = overflown;
    overflown = false;
    return dropped;
  }

  /** What was taken is sent. */
  synchronized void written() {
    busy = false;
  }

  /** Sends events, or a comment; nothing to a client that does not take what it was sent. */
  void write(String text) {
    if (!response.ended() && !response.closed() && !text.isEmpty()) {
      var _ = response.write(text);
    }
  }

  boolean isSlow() {
    return response.writeQueueFull();
  }

  void end() {
    if (!response.ended() && !response.closed()) {
      var _ = response.end();
    }
  }
}
