package io.cliquestream.kernels.cpu.maxclique;

/**
 * Rows of ints on the heap, of any total length: rows lie in pages and never cross one, so a row is
 * read with plain array indices.
 */
public final class PagedRows {
  private static final int PAGE_INTS = 1 << 22;

  private final int[][] pages;
  private final int[] pageOf;
  private final int[] startOf;
  private final int[] lengthOf;

  /** Zeroed rows of the given lengths, which are taken over. */
  public PagedRows(int[] lengths) {
    int count = lengths.length;
    lengthOf = lengths;
    startOf = new int[count];
    pageOf = new int[count];
    int[] sizes = new int[16];
    int page = 0;
    for (int row = 0; row < count; row++) {
      if (sizes[page] > 0 && (long) sizes[page] + lengths[row] > PAGE_INTS) {
        page++;
        if (page == sizes.length) {
          sizes = java.util.Arrays.copyOf(sizes, 2 * page);
        }
      }
      pageOf[row] = page;
      startOf[row] = sizes[page];
      sizes[page] += lengths[row];
    }
    pages = new int[page + 1][];
    for (int i = 0; i <= page; i++) {
      pages[i] = new int[sizes[i]];
    }
  }

  /** Number of rows. */
  public int count() {
    return lengthOf.length;
  }

  /** The array that holds a row, from {@link #start} on. */
  public int[] page(int row) {
    return pages[pageOf[row]];
  }

  /** Index of the first entry of a row in its page. */
  public int start(int row) {
    return startOf[row];
  }

  /** Entries of a row. */
  public int length(int row) {
    return lengthOf[row];
  }

  /** Shortens a row. */
  public void truncate(int row, int length) {
    lengthOf[row] = length;
  }
}
