package io.cliquestream.worker.graphs.rows;

/**
 * What a delta made of its base: the base without the deleted edges, then with the inserted ones.
 * The arrays are not changed by anybody.
 *
 * @param base version that it builds on
 * @param version version that it makes
 * @param inserted ids of the input, two for each edge, in any order, perhaps repeated
 * @param deleted the same
 */
public record VersionDelta(long base, long version, long[] inserted, long[] deleted) {
  /** Edges that it names. */
  public long edges() {
    return ((long) inserted.length + deleted.length) / 2;
  }
}
