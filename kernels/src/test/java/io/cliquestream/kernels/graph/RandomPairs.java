package io.cliquestream.kernels.graph;

import java.util.Random;

/** Random edge arrays with loops, duplicates, both directions, hubs, and ids of every kind. */
final class RandomPairs {
  private RandomPairs() {}

  static long[] of(long seed) {
    Random random = new Random(seed);
    int pairs = random.nextInt(4) == 0 ? random.nextInt(4) : random.nextInt(600);
    int vertices = 1 + random.nextInt(1 + random.nextInt(300));
    long[] names = new long[vertices];
    for (int v = 0; v < vertices; v++) {
      names[v] =
          switch ((int) Math.floorMod(seed, 6L)) {
            case 0 -> v;
            case 1 -> 3L * v + 7;
            case 2 -> 0xFFFF_FFFFL - v;
            case 3 -> random.nextLong();
            case 4 -> -1L - v;
            default -> random.nextBoolean() ? v : Long.MIN_VALUE + v;
          };
    }
    long[] ids = new long[2 * pairs];
    for (int i = 0; i < ids.length; i++) {
      int v = random.nextInt(3) == 0 ? random.nextInt(1 + vertices / 8) : random.nextInt(vertices);
      ids[i] = names[v];
    }
    return ids;
  }

  static EdgeArray edges(long[] ids) {
    boolean narrow = true;
    for (long id : ids) {
      narrow &= id >>> 32 == 0;
    }
    EdgeArray edges = narrow ? EdgeArray.narrow() : EdgeArray.wide();
    for (int i = 0; i < ids.length; i += 2) {
      edges.add(ids[i], ids[i + 1]);
    }
    return edges;
  }
}
