package io.cliquestream.kernels.reference;

import java.util.Random;

/** Kinds of small graphs that tests draw from. Each adds the edges of one random member. */
public enum GraphFamily {
  SPARSE {
    @Override
    void draw(EdgeSet edges, int n, Random random) {
      edges.random(0, n, 1.5 / n, random);
    }
  },
  MEDIUM {
    @Override
    void draw(EdgeSet edges, int n, Random random) {
      edges.random(0, n, 0.15 + 0.4 * random.nextDouble(), random);
    }
  },
  DENSE {
    @Override
    void draw(EdgeSet edges, int n, Random random) {
      edges.random(0, n, 0.6 + 0.35 * random.nextDouble(), random);
    }
  },
  SKEWED {
    @Override
    void draw(EdgeSet edges, int n, Random random) {
      for (int i = 0; i < 3 * n; i++) {
        double a = random.nextDouble();
        double b = random.nextDouble();
        edges.add((int) (n * a * a * a), (int) (n * b * b));
      }
    }
  },
  STAR {
    @Override
    void draw(EdgeSet edges, int n, Random random) {
      for (int v = 1; v < n; v++) {
        edges.add(0, v);
      }
    }
  },
  COMPLETE {
    @Override
    void draw(EdgeSet edges, int n, Random random) {
      edges.clique(0, Math.min(n, 9));
    }
  },
  MULTIPARTITE {
    @Override
    void draw(EdgeSet edges, int n, Random random) {
      int parts = 2 + random.nextInt(3);
      for (int u = 0; u < n; u++) {
        for (int v = u + 1; v < n; v++) {
          if (u % parts != v % parts) {
            edges.add(u, v);
          }
        }
      }
    }
  },
  COCKTAIL_PARTY {
    @Override
    void draw(EdgeSet edges, int n, Random random) {
      int even = Math.min(n, 12) & ~1;
      for (int u = 0; u < even; u++) {
        for (int v = u + 1; v < even; v++) {
          if (u / 2 != v / 2) {
            edges.add(u, v);
          }
        }
      }
    }
  },
  DISJOINT_UNION {
    @Override
    void draw(EdgeSet edges, int n, Random random) {
      int cut = n / 2;
      edges.random(0, cut, 0.7, random);
      edges.random(cut, n, 0.4, random);
    }
  },
  PATH {
    @Override
    void draw(EdgeSet edges, int n, Random random) {
      for (int v = 1; v < n; v++) {
        edges.add(v - 1, v);
      }
    }
  },
  CYCLE {
    @Override
    void draw(EdgeSet edges, int n, Random random) {
      for (int v = 0; v < n; v++) {
        edges.add(v, (v + 1) % n);
      }
    }
  },
  GRID {
    @Override
    void draw(EdgeSet edges, int n, Random random) {
      int width = Math.max(1, (int) Math.sqrt(n));
      for (int v = 0; v < n; v++) {
        if (v % width > 0) {
          edges.add(v - 1, v);
        }
        if (v >= width) {
          edges.add(v - width, v);
        }
      }
    }
  },
  TREE {
    @Override
    void draw(EdgeSet edges, int n, Random random) {
      for (int v = 1; v < n; v++) {
        edges.add(random.nextInt(v), v);
      }
    }
  },
  PLANTED_CLIQUE {
    @Override
    void draw(EdgeSet edges, int n, Random random) {
      edges.random(0, n, 0.25, random);
      edges.clique(0, Math.min(n, 3 + random.nextInt(5)));
    }
  },
  /** No edge at all. */
  EMPTY {
    @Override
    void draw(EdgeSet edges, int n, Random random) {}
  };

  abstract void draw(EdgeSet edges, int n, Random random);
}
