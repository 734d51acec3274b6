package io.cliquestream.kernels.change;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** Kinds of streams of changes that tests draw from. */
enum StreamKind {
  INSERTS {
    @Override
    void draw(EdgeBatch batch, List<long[]> edges, State state, Random random) {
      for (int i = random.nextInt(8); i >= 0; i--) {
        batch.insert(random.nextInt(state.ids), random.nextInt(state.ids));
      }
    }
  },
  DELETES {
    @Override
    void draw(EdgeBatch batch, List<long[]> edges, State state, Random random) {
      for (int i = random.nextInt(5); i >= 0; i--) {
        deleteSome(batch, edges, random);
      }
      if (random.nextInt(6) == 0) {
        INSERTS.draw(batch, edges, state, random);
      }
    }
  },
  MIXED {
    @Override
    void draw(EdgeBatch batch, List<long[]> edges, State state, Random random) {
      for (int i = random.nextInt(10); i >= 0; i--) {
        if (random.nextBoolean()) {
          deleteSome(batch, edges, random);
        } else {
          batch.insert(random.nextInt(state.ids), random.nextInt(state.ids));
        }
      }
    }
  },
  /** The same pairs again and again, in both directions, with loops and unknown ids. */
  DUPLICATES {
    @Override
    void draw(EdgeBatch batch, List<long[]> edges, State state, Random random) {
      for (int i = random.nextInt(14); i >= 0; i--) {
        int from = random.nextInt(5);
        int to = random.nextInt(5);
        if (random.nextInt(3) > 0) {
          batch.insert(from, to);
        } else if (random.nextInt(4) == 0) {
          batch.delete(1000 + random.nextInt(2), from);
        } else {
          batch.delete(to, from);
        }
      }
    }
  },
  HUB {
    @Override
    void draw(EdgeBatch batch, List<long[]> edges, State state, Random random) {
      for (int i = random.nextInt(8); i >= 0; i--) {
        if (random.nextInt(3) > 0) {
          batch.insert(0, 1 + random.nextInt(state.ids));
        } else {
          batch.insert(random.nextInt(state.ids), random.nextInt(state.ids));
        }
        if (random.nextInt(3) == 0) {
          batch.delete(1 + random.nextInt(state.ids), 0);
        }
      }
    }
  },
  CLIQUE_BUILDING {
    @Override
    void draw(EdgeBatch batch, List<long[]> edges, State state, Random random) {
      int size = 3 + random.nextInt(4);
      int start = random.nextInt(state.ids);
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < i; j++) {
          if (random.nextInt(4) > 0) {
            batch.insert((start + 2L * i) % state.ids, (start + 2L * j) % state.ids);
          }
        }
      }
    }
  },
  CLIQUE_BREAKING {
    @Override
    void draw(EdgeBatch batch, List<long[]> edges, State state, Random random) {
      if (random.nextInt(3) == 0) {
        CLIQUE_BUILDING.draw(batch, edges, state, random);
      }
      for (int i = random.nextInt(4); i >= 0; i--) {
        deleteSome(batch, edges, random);
      }
    }
  },
  /** The last edges that came stay, those before go. */
  WINDOW {
    @Override
    void draw(EdgeBatch batch, List<long[]> edges, State state, Random random) {
      for (int i = random.nextInt(6); i >= 0; i--) {
        long[] edge = {random.nextInt(state.ids), state.moved + random.nextInt(state.ids)};
        state.window.addLast(edge);
        batch.insert(edge[0], edge[1]);
      }
      state.moved += random.nextInt(2);
      while (state.window.size() > 3 * state.ids) {
        long[] gone = state.window.removeFirst();
        batch.delete(gone[0], gone[1]);
      }
    }
  };

  /** What a stream remembers. */
  static final class State {
    final int ids;
    final Deque<long[]> window = new ArrayDeque<>();
    int moved;

    State(int ids) {
      this.ids = ids;
    }
  }

  /** Adds the next changes to a batch. */
  abstract void draw(EdgeBatch batch, List<long[]> edges, State state, Random random);

  private static void deleteSome(EdgeBatch batch, List<long[]> edges, Random random) {
    if (!edges.isEmpty()) {
      long[] edge = new ArrayList<>(edges).get(random.nextInt(edges.size()));
      batch.delete(edge[1], edge[0]);
    }
  }
}
