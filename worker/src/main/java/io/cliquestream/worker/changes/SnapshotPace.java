package io.cliquestream.worker.changes;

import io.cliquestream.contract.EdgeSource;
import java.util.Optional;

/**
 * When a stream's next snapshot is due: after so many versions, if their events are as many as the
 * edges of the last snapshot, so that reading the changes takes as long as reading the graph; in
 * any case after {@value #MOST_ROUNDS} times as many.
 *
 * <p>It is made beside the stream, of a version that is there; what has changed since is kept here
 * and written with it. Where that cannot be, for too many changes, say, it is made at a moment
 * without a version under way, which a load that never ceases does not leave by itself: so a stream
 * whose snapshot is due waits for it. After a snapshot that failed the stream goes on for as many
 * versions again. Confined to its lane's thread.
 */
final class SnapshotPace {
  private static final int MOST_ROUNDS = 20;

  /**
   * Last words on the pairs that changed after a version; on any later one they come to the same.
   *
   * @param from the version
   */
  record Changes(long from, PairTable pairs, boolean wide) {
    /** The pairs whose last word is this one. */
    EdgeSource words(long wanted) {
      return edges ->
          pairs.forEach(
              (one, other, word) -> {
                if (word == wanted) {
                  edges.accept(one, other);
                }
              });
    }
  }

  private final int every;
  private final int mostChanges;
  private int versions;
  private int notBefore;
  private int waitsAt;
  private long eventsBefore;
  private long edges;
  private boolean beside;
  private Changes changes;

  /** Versions with which one became due; negative while none is. */
  private int dueAt = -1;

  /**
   * @param every versions from one snapshot to the next, at least; 0: there are none
   * @param mostChanges pairs that may change while one is made beside the stream; 0: none is
   */
  SnapshotPace(int every, int mostChanges) {
    this.every = every;
    this.mostChanges = mostChanges;
    this.beside = mostChanges > 0;
    this.waitsAt = every;
    this.notBefore = every;
  }

  /**
   * So many versions were made since the last snapshot, of which nothing else is known.
   *
   * @param events that the stream had in all
   */
  void restored(int since, long events) {
    versions = since;
    notBefore = every;
    dueAt = -1;
    eventsBefore = events;
    waitsAt = isDue(events) ? since + every : every;
  }

  /**
   * A version is announced.
   *
   * @param events that the stream had in all
   */
  void made(long events) {
    versions++;
    if (dueAt < 0 && isDue(events)) {
      dueAt = versions;
    }
  }

  /**
   * A snapshot is announced.
   *
   * @param events that the stream had in all
   * @param edgesOfIt that it has
   */
  void written(long events, long edgesOfIt) {
    edges = edgesOfIt;
    beside = mostChanges > 0;
    restored(0, events);
  }

  // --- Beside the stream ---------------------------------------------------------------------

  /** Whether the next snapshot is to be made while the stream goes on. */
  boolean isBeside() {
    return beside;
  }

  /** The next one is to be made while the stream waits. */
  void isNotBeside() {
    beside = false;
    changes = null;
  }

  /** Keeps what changes after a version. */
  void keepChanges(long from) {
    changes = new Changes(from, new PairTable(), false);
  }

  /** What is kept, if anything is. */
  Optional<Changes> changes() {
    return Optional.ofNullable(changes);
  }

  /** Nothing more is kept. */
  Optional<Changes> takeChanges() {
    Optional<Changes> taken = changes();
    changes = null;
    return taken;
  }

  /** A version has these last words. */
  void changed(PairTable pairs, boolean wide) {
    if (changes == null) {
      return;
    }
    if (changes.pairs().size() + pairs.size() > mostChanges) {
      isNotBeside();
    } else {
      pairs.forEach(changes.pairs()::put);
      changes = new Changes(changes.from(), changes.pairs(), changes.wide() || wide);
    }
  }

  // --- When ----------------------------------------------------------------------------------

  /** None could be written: the stream goes on for as many versions again. */
  void failed() {
    notBefore = versions + every;
    dueAt = -1;
    waitsAt = notBefore;
  }

  /** Versions since the last snapshot. */
  int versions() {
    return versions;
  }

  /**
   * Whether a snapshot is to be made.
   *
   * @param events that the stream had in all
   */
  boolean isDue(long events) {
    return every > 0
        && versions >= notBefore
        && (events - eventsBefore >= edges || versions / MOST_ROUNDS >= every);
  }

  /** Whether no version may be made before the snapshot. */
  boolean holdsUp(long events) {
    if (beside) {
      // It is due whenever its events are as many as the edges; from there on it has the time of
      // as many versions as are between two snapshots at least.
      return dueAt >= 0 && versions >= dueAt + every && isDue(events);
    }
    return versions >= waitsAt && isDue(events);
  }
}
