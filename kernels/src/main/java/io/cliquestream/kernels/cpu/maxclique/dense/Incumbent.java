package io.cliquestream.kernels.cpu.maxclique.dense;

/**
 * The largest clique known so far, shared by all threads of a search.
 *
 * <p>A search for one clique wants larger ones only; a search for all of them also wants ties.
 */
public final class Incumbent {
  private final boolean ties;
  private volatile int size;
  private int[] witness = new int[0];

  /**
   * Starts with the empty clique.
   *
   * @param ties whether cliques of the same size are wanted too
   */
  public Incumbent(boolean ties) {
    this.ties = ties;
  }

  /** Starts from a bound without a witness: cliques of {@code size} or fewer need not be found. */
  public Incumbent(boolean ties, int size) {
    this.ties = ties;
    this.size = size;
  }

  /** Size of the largest clique known. */
  public int size() {
    return size;
  }

  /** Size from which on a clique is worth finding. */
  public int target() {
    return ties ? size : size + 1;
  }

  public boolean ties() {
    return ties;
  }

  /** Takes a clique if it is larger; the first {@code count} vertices are copied. */
  public void offer(int[] vertices, int count) {
    if (count <= size) {
      return;
    }
    synchronized (this) {
      if (count > size) {
        witness = java.util.Arrays.copyOf(vertices, count);
        size = count;
      }
    }
  }

  /** The vertices of the largest clique known, in no order. */
  public synchronized int[] witness() {
    return witness.clone();
  }
}
