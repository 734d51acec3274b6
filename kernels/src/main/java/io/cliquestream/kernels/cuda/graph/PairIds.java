package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.graph.RawEdges;

/**
 * How the ids of pairs become those of a device's graph, whose arrays are as long as its largest
 * id. Ids far apart are renumbered in their order there; nobody needs the way back, since such a
 * graph serves jobs that name no vertex.
 */
enum PairIds {
  /** Ids of 32 bits, nearly dense: they stay. */
  AS_READ,

  /** Ids of 32 bits: a bit each says which there are, and their sum which number each has. */
  MARKED,

  /** Ids of 64 bits: sorted, and looked up. */
  SORTED,

  /** Few pairs of ids far apart, or too many of anything. */
  ON_HOST;

  static PairIds of(RawEdges raw) {
    long pairs = raw.pairs();
    long bound = raw.idBound();
    if (pairs == 0) {
      return ON_HOST;
    }
    if (!raw.edges().isWide() && bound <= DeviceGraphMemory.mostSparseIds(pairs)) {
      return AS_READ;
    }
    if (raw.mostVertices() > DeviceGraphMemory.MOST_VERTICES) {
      return ON_HOST;
    }
    if (raw.edges().isWide()) {
      return SORTED;
    }
    return bound <= DeviceGraphMemory.mostMarkedIds(pairs) ? MARKED : ON_HOST;
  }

  /** Most vertices that the device's graph has. */
  long vertices(RawEdges raw) {
    return this == AS_READ ? raw.idBound() : raw.mostVertices();
  }

  /** Device bytes until the pairs have the graph's ids; the preparation comes after. */
  long bytes(RawEdges raw) {
    return switch (this) {
      case AS_READ, ON_HOST -> 0;
      case MARKED -> DeviceGraphMemory.markedIds(raw.idBound(), raw.pairs());
      case SORTED -> DeviceGraphMemory.sortedIds(raw.pairs());
    };
  }
}
