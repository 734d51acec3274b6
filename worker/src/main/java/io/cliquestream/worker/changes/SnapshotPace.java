package io.cliquestream.worker.changes;

/**
 * When a stream's next snapshot is due: after so many versions, if their events are as many as the
 * edges of the last snapshot, so that reading the changes takes as long as reading the graph; in
 * any case after {@value #MOST_ROUNDS} times as many.
 *
 * <p>It is made at a moment without a version under way, which a load that never ceases does not
 * leave by itself: so a stream whose snapshot is due waits for it. After a snapshot that failed the
 * stream goes on for as many versions again. Confined to its lane's thread.
 */
final class SnapshotPace {
  private static final int MOST_ROUNDS = 20;

  private final int every;
  private int versions;
  private int notBefore;
  private int waitsAt;
  private long eventsBefore;
  private long edges;

  /**
   * @param every versions from one snapshot to the next, at least; 0: there are none
   */
  SnapshotPace(int every) {
    this.every = every;
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
    eventsBefore = events;
    waitsAt = isDue(events) ? since + every : every;
  }

  /** A version is announced. */
  void made() {
    versions++;
  }

  /**
   * A snapshot is announced.
   *
   * @param events that the stream had in all
   * @param edgesOfIt that it has
   */
  void written(long events, long edgesOfIt) {
    edges = edgesOfIt;
    restored(0, events);
  }

  /** None could be written: the stream goes on for as many versions again. */
  void failed() {
    notBefore = versions + every;
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
    return versions >= waitsAt && isDue(events);
  }
}
