package io.cliquestream.worker.graphs.cache;

/**
 * Where the records of a version lay, for people and for its retirement.
 *
 * @param base version that its delta builds on, unsigned; 0 for none
 * @param first offset of its first record; negative when not known
 * @param last offset of its last record
 */
public record VersionOrigin(long base, long first, long last) {
  /** Nobody knows. */
  public static final VersionOrigin UNKNOWN = new VersionOrigin(0, -1, -1);
}
