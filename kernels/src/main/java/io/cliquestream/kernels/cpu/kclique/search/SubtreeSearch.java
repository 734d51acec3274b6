package io.cliquestream.kernels.cpu.kclique.search;

import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.bitset.Tile;
import io.cliquestream.kernels.cpu.schedule.Slice;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

/**
 * What every recursive clique search of one thread shares: the induced subgraph, the tile, masks by
 * level, the polling of cancellation, and copies for handed-over subtrees.
 *
 * <p>A search keeps candidates as a mask over the induced subgraph while there are more than 64 of
 * them and as one {@code long} over a compacted {@link Tile} after that. Handing a subtree over
 * copies the matrix (once for all subtrees of a root) or the tile, so it costs nothing while nobody
 * is idle. Waiting parts are bounded by the scheduler; each distinct root among them holds one copy
 * of its matrix.
 *
 * @param <S> the thread state that runs handed-over parts; it is the search itself
 */
public abstract class SubtreeSearch<S extends SubtreeSearch<S>> {
  public final InducedSubgraph subgraph;
  protected final Tile tile = new Tile();
  protected boolean splitWanted;
  public long steps;

  private final IntConsumer elementsRead = this::read;
  private int unchecked;
  private Slice<S> slice;
  private long[][] levels = new long[8][];
  private long nextCheck = KCliquePolicy.STEPS_BETWEEN_CHECKS;
  private BitMatrix matrix;
  private BitMatrix matrixCopy;
  private long[] tileCopy;
  private LongConsumer report = ignored -> {};
  private long reported;

  protected SubtreeSearch(InducedSubgraph subgraph) {
    this.subgraph = subgraph;
  }

  /** Starts a turn. */
  public final void begin(Slice<S> turn) {
    slice = turn;
    splitWanted = false;
  }

  /** The matrix the present search works on. */
  protected final BitMatrix matrix() {
    return matrix;
  }

  /** Builds the induced subgraph of a root and works on it from now on. */
  protected final void useRoot(int root) {
    took(1 + subgraph.load(root, elementsRead));
    matrix = subgraph.matrix();
    matrixCopy = null;
  }

  /** Building a matrix counts no steps, it is the same for every search; but it can be stopped. */
  private void read(int elements) {
    unchecked += elements;
    if (unchecked >= KCliquePolicy.ELEMENTS_BETWEEN_CHECKS) {
      unchecked = 0;
      slice.checkStopped();
    }
  }

  /** Works on the copied matrix of a handed-over subtree from now on. */
  protected final void useCopy(BitMatrix copy) {
    matrix = copy;
    matrixCopy = copy;
  }

  protected final BitMatrix matrixCopy() {
    if (matrixCopy == null) {
      matrixCopy = matrix.copy();
    }
    return matrixCopy;
  }

  /** Compacts the candidates of a level into the tile. */
  protected final long loadTile(long[] mask) {
    tile.load(matrix, mask);
    tileCopy = null;
    return tile.all();
  }

  protected final void useTile(long[] rows) {
    tile.load(rows, rows.length);
    tileCopy = rows;
  }

  protected final long loadWholeTile() {
    tile.load(matrix.bits(), matrix.size());
    tileCopy = null;
    return tile.all();
  }

  protected final long[] tileCopy() {
    if (tileCopy == null) {
      tileCopy = Arrays.copyOf(tile.rows(), tile.size());
    }
    return tileCopy;
  }

  /** The mask of a level, wide enough for the present matrix. Masks are kept and reused. */
  protected final long[] level(int index) {
    if (index >= levels.length) {
      levels = Arrays.copyOf(levels, 2 * levels.length);
    }
    long[] mask = levels[index];
    if (mask == null || mask.length < matrix.words()) {
      mask = new long[matrix.words()];
      levels[index] = mask;
    }
    return mask;
  }

  /** Counts steps and now and then looks whether to stop or to hand work over. */
  protected final void took(int newSteps) {
    steps += newSteps;
    if (steps >= nextCheck) {
      check();
    }
  }

  /** From now on tells now and then how many steps were taken since it last told. */
  public final void report(LongConsumer newSteps) {
    report = newSteps;
  }

  private void check() {
    report.accept(steps - reported);
    reported = steps;
    nextCheck = steps + KCliquePolicy.STEPS_BETWEEN_CHECKS;
    slice.checkStopped();
    splitWanted = slice.shouldSplit();
  }

  /**
   * Moves to a root, its candidates in the mask of level 0.
   *
   * @return false when its cliques have fewer than {@code smallest} vertices
   */
  protected final boolean open(int root, int smallest) {
    int degree = subgraph.outDegree(root);
    if (degree + 1 < smallest) {
      took(1);
      return false;
    }
    useRoot(root);
    long[] candidates = level(0);
    BitMatrix.fillFirst(candidates, degree);
    prune(candidates, smallest - 2);
    return true;
  }

  /** Hands the search below a set of the present tile over, unless it is small. */
  protected final boolean handOverTile(long set, Consumer<S> below) {
    if (Long.bitCount(set) < KCliquePolicy.SMALLEST_SPLIT) {
      return false;
    }
    long[] rows = tileCopy();
    return handOver(
        (search, turn) -> {
          search.begin(turn);
          search.useTile(rows);
          below.accept(search);
        });
  }

  /** Hands the search below a set of the present matrix over, which it finds in level 0. */
  protected final boolean handOverWide(long[] set, Consumer<S> below) {
    int words = matrix.words();
    if (BitMatrix.count(set, words) < KCliquePolicy.SMALLEST_SPLIT) {
      return false;
    }
    BitMatrix copy = matrixCopy();
    long[] mask = Arrays.copyOf(set, words);
    return handOver(
        (search, turn) -> {
          search.begin(turn);
          search.useCopy(copy);
          System.arraycopy(mask, 0, search.level(0), 0, words);
          below.accept(search);
        });
  }

  /** Hands a subtree over; afterwards looks whether more are wanted. */
  protected final boolean handOver(Slice.Part<S> part) {
    boolean taken = slice.offer(part);
    splitWanted = taken && slice.shouldSplit();
    return taken;
  }

  /** Drops candidates with fewer than {@code needed} neighbours among the others, a few rounds. */
  protected final void prune(long[] mask, int needed) {
    int words = matrix.words();
    long[] bits = matrix.bits();
    for (int round = 0; round < 3 && needed > 0; round++) {
      boolean changed = false;
      for (int w = 0; w < words; w++) {
        for (long rest = mask[w]; rest != 0; rest &= rest - 1) {
          int row = ((w << 6) + Long.numberOfTrailingZeros(rest)) * words;
          int degree = 0;
          for (int x = 0; x < words; x++) {
            degree += Long.bitCount(mask[x] & bits[row + x]);
          }
          if (degree < needed) {
            mask[w] ^= rest & -rest;
            changed = true;
          }
        }
      }
      if (!changed) {
        return;
      }
    }
  }
}
