package io.cliquestream.kernels.cuda.engine;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.util.Random;

/** Seeded graphs of some thousand to some million edges that reach every class of the kernels. */
enum LargerGraphs {
  /** A few vertices with most of the edges. */
  SKEWED {
    @Override
    void draw(EdgeArray edges, Random random) {
      int n = 4_000 + random.nextInt(8_000);
      for (int i = 0; i < 20 * n; i++) {
        double a = random.nextDouble();
        double b = random.nextDouble();
        edges.add((long) (n * a * a * a), (long) (n * b * b * b));
      }
    }
  },
  /** More vertices than the 16-bit window of hubs, each with a triangle or two. */
  WIDE {
    @Override
    void draw(EdgeArray edges, Random random) {
      int n = 150_000;
      for (int v = 0; v < n; v++) {
        edges.add(v, (v + 1) % n);
        edges.add(v, (v + 2) % n);
        edges.add(v, random.nextInt(n));
      }
    }
  },
  /** Dense among a thousand vertices: the matrix core. */
  DENSE {
    @Override
    void draw(EdgeArray edges, Random random) {
      int n = 600 + random.nextInt(600);
      for (int u = 0; u < n; u++) {
        for (int v = u + 1; v < n; v++) {
          if (random.nextInt(3) > 0) {
            edges.add(u, v);
          }
        }
      }
    }
  },
  /** Cliques whose ids share one residue modulo 1,024: every hash bucket of TRUST overflows. */
  COLLIDING {
    @Override
    void draw(EdgeArray edges, Random random) {
      int members = 140 + random.nextInt(40);
      for (int u = 0; u < members; u++) {
        for (int v = u + 1; v < members; v++) {
          edges.add(1024L * u, 1024L * v);
        }
      }
      for (int v = 0; v < 1024 * members; v++) {
        edges.add(v, v + 1L);
      }
    }
  },
  /** A mesh: rows of three. */
  GRID {
    @Override
    void draw(EdgeArray edges, Random random) {
      int width = 40 + random.nextInt(20);
      for (int v = 0; v < width * width * width; v++) {
        if (v % width > 0) {
          edges.add(v - 1L, v);
        }
        if (v / width % width > 0) {
          edges.add(v - width, v);
        }
        if (v >= width * width) {
          edges.add(v - (long) width * width, v);
        }
      }
    }
  },
  /** One vertex joined to all others, and a ring. */
  WHEEL {
    @Override
    void draw(EdgeArray edges, Random random) {
      int n = 200_000 + random.nextInt(1000);
      for (int v = 1; v < n; v++) {
        edges.add(0, v);
        edges.add(v, v % (n - 1) + 1L);
      }
    }
  };

  abstract void draw(EdgeArray edges, Random random);

  /** Uniformly random edges; fewer than drawn, for some are drawn twice. */
  static Graph uniform(int vertices, int draws, long seed) {
    Random random = new Random(seed);
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int i = 0; i < draws; i++) {
        edges.add(random.nextInt(vertices), random.nextInt(vertices));
      }
      return GraphBuilder.build(edges);
    }
  }

  Graph build(long seed) {
    try (EdgeArray edges = EdgeArray.narrow()) {
      draw(edges, new Random(seed));
      return GraphBuilder.build(edges);
    }
  }
}
