package io.cliquestream.kernels.reference;

import io.cliquestream.kernels.graph.EdgeArray;
import java.util.Random;

/**
 * Seeded edge arrays as files hold them: repeated edges, both directions, loops, ids with gaps, ids
 * from anywhere, nothing at all.
 */
public final class RawArrays {
  /** Kinds of arrays; seeds go through them in turn. */
  public static final int FAMILIES = 12;

  private RawArrays() {}

  /** The array of a seed; the caller closes it. */
  public static EdgeArray of(long seed) {
    Random random = new Random(seed);
    int family = (int) (seed % FAMILIES);
    EdgeArray edges = family == 8 || family == 9 ? EdgeArray.wide() : EdgeArray.narrow();
    int vertices = 2 + random.nextInt(family == 10 ? 3_000 : 90);
    int pairs = random.nextInt(family == 10 ? 60_000 : 8 * vertices);
    switch (family) {
      case 0 -> {}
      case 1 -> {
        for (int i = 0; i < pairs; i++) {
          int loop = random.nextInt(vertices);
          edges.add(loop, loop);
        }
      }
      case 2 -> {
        // A clique, every edge in both directions and again.
        for (int times = 0; times < 3; times++) {
          for (int v = 0; v < vertices; v++) {
            for (int w = 0; w < vertices; w++) {
              edges.add(v, w);
            }
          }
        }
      }
      case 3 -> {
        // Hubs: squares of a uniform number are small ones mostly.
        for (int i = 0; i < pairs; i++) {
          edges.add(skewed(random, vertices), skewed(random, vertices));
        }
      }
      case 4 -> scattered(edges, random, vertices, pairs, 1L << 20);
      case 5 -> scattered(edges, random, vertices, pairs, 1L << 23);
      case 6 -> scattered(edges, random, vertices, pairs, 1L << 32);
      case 7 -> {
        // No loop and no repeated edge.
        for (int v = 0; v < vertices; v++) {
          for (int w = 0; w < v; w++) {
            if (random.nextInt(4) == 0) {
              boolean turned = random.nextBoolean();
              edges.add(turned ? v : w, turned ? w : v);
            }
          }
        }
      }
      case 8 -> scattered(edges, random, vertices, pairs, 1L << 16);
      case 9 -> {
        long[] ids = random.longs(vertices).toArray();
        for (int i = 0; i < pairs; i++) {
          edges.add(ids[random.nextInt(vertices)], ids[random.nextInt(vertices)]);
        }
      }
      default -> {
        for (int i = 0; i < pairs; i++) {
          edges.add(random.nextInt(vertices), random.nextInt(vertices));
        }
      }
    }
    return edges;
  }

  /**
   * A long array sorted by its first ids, which are the smaller ones, as files are, with loops and
   * repeated edges; the caller closes it.
   *
   * @param unsorted the pair from which on they come in any order
   */
  public static EdgeArray sorted(long seed, int pairs, int unsorted) {
    Random random = new Random(seed);
    EdgeArray edges = EdgeArray.narrow();
    int vertices = pairs / 16;
    for (int i = 0; i < pairs; i++) {
      int from = i < unsorted ? (int) ((long) i * vertices / pairs) : random.nextInt(vertices);
      int least = i < unsorted ? from : 0;
      int to = i % 1_000 == 0 ? from : least + random.nextInt(vertices - least);
      edges.add(from, to);
    }
    return edges;
  }

  /**
   * An array whose ids lie far apart, with loops and repeated edges; the caller closes it.
   *
   * @param lastId the largest id, which some pair has; unsigned
   * @param wide whether ids take 8 bytes
   */
  public static EdgeArray sparse(long seed, int pairs, long lastId, boolean wide) {
    Random random = new Random(seed);
    EdgeArray edges = wide ? EdgeArray.wide() : EdgeArray.narrow();
    long[] ids = new long[Math.max(2, pairs / 8)];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = lastId < 0 ? random.nextLong() : random.nextLong(lastId);
    }
    ids[0] = lastId;
    for (int i = 0; i < pairs; i++) {
      long from = ids[skewed(random, ids.length)];
      edges.add(from, i % 1_000 == 0 ? from : ids[skewed(random, ids.length)]);
    }
    return edges;
  }

  private static int skewed(Random random, int vertices) {
    double uniform = random.nextDouble();
    return (int) (vertices * uniform * uniform * uniform);
  }

  private static void scattered(
      EdgeArray edges, Random random, int vertices, int pairs, long bound) {
    long[] ids = random.longs(vertices, 0, bound).toArray();
    for (int i = 0; i < pairs; i++) {
      edges.add(ids[random.nextInt(vertices)], ids[random.nextInt(vertices)]);
    }
  }
}
