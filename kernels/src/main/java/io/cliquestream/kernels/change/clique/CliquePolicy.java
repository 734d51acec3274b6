package io.cliquestream.kernels.change.clique;

/** Tuning of clique counts from changes. */
final class CliquePolicy {
  /** Most common neighbours whose adjacency is written out; 32 MiB of bits a thread. */
  static final int MOST_MEMBERS = 1 << 14;

  /** The same where pairs are counted too, eight bytes each. */
  static final int MOST_PAIRED = 1 << 11;

  /** Cliques of up to so many vertices are gone through, larger ones counted by pivoting. */
  static final int LARGEST_LISTED = 6;

  /** Edges that one thread takes at a time, where there are enough for several. */
  static final int GRAIN = 16;

  /** Fewer edges are one thread's. */
  static final int PARALLEL = 64;

  private CliquePolicy() {}
}
