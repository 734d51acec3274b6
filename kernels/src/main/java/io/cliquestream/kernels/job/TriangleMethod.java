package io.cliquestream.kernels.job;

import java.util.Locale;

/** The ways to count triangles. All are exact; not every engine has every one. */
public enum TriangleMethod {
  /** Prefixes of out-neighbours streamed against the bitmap or table of their owner. */
  WEDGES,
  /** One thread an edge, two pointers through both rows (Polak 2016). */
  MERGE,
  /** Vertex-centric hashing under the order of the orientation (TRUST, Pandey et al. 2021). */
  HASH,
  /** The same, renumbered by in-degree (TRUST, section 5.1). */
  HASH_IN_DEGREE,
  /** The same, renumbered by collective out-degree (TRUST, section 5.2). */
  HASH_COLLECTIVE;

  /** {@return the name on the command line and in plans: lower case, words joined by "-"} */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
