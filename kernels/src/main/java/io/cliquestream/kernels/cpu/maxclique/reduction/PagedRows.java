package io.cliquestream.kernels.cpu.maxclique.reduction;

import java.util.Arrays;

/**
 * Rows of ints on the heap, of any total length: rows lie in pages and never cross one, so a row is
 * read with plain array indices.
 */
public final class PagedRows {
  private static final int PAGE_INTS = 1 << 22;
  private static final int FIRST_PAGE_INTS = 1 << 16;

  private int[][] pages;
  private final int[] pageOf;
  private final int[] startOf;
  private final int[] lengthOf;

  /** The page that {@link #append} fills, -1 before the first, and the ints taken of it. */
  private int open = -1;

  private int taken;

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
          sizes = Arrays.copyOf(sizes, 2 * page);
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

  private PagedRows(int[][] pages, int[] pageOf, int[] startOf, int[] lengthOf) {
    this.pages = pages;
    this.pageOf = pageOf;
    this.startOf = startOf;
    this.lengthOf = lengthOf;
  }

  /** Empty rows to be filled one after another by {@link #append}, when lengths are not known. */
  static PagedRows appendable(int count) {
    return new PagedRows(new int[4][], new int[count], new int[count], new int[count]);
  }

  /**
   * Makes room at the end for a row that has none yet.
   *
   * @param most ints that are free from {@link #start} on until the next row is appended; the row
   *     has this length unless it is truncated
   * @return the row's page
   */
  int[] append(int row, int most) {
    if (open < 0 || pages[open].length - taken < most) {
      int size = open < 0 ? FIRST_PAGE_INTS : Math.min(PAGE_INTS, 2 * pages[open].length);
      open++;
      if (open == pages.length) {
        pages = Arrays.copyOf(pages, 2 * open);
      }
      pages[open] = new int[Math.max(size, most)];
      taken = 0;
    }
    pageOf[row] = open;
    startOf[row] = taken;
    lengthOf[row] = most;
    taken += most;
    return pages[open];
  }

  /** Some of the rows under new numbers; entry i of {@code chosen} becomes row i. Shares pages. */
  PagedRows select(int[] chosen) {
    int count = chosen.length;
    int[] newPageOf = new int[count];
    int[] newStartOf = new int[count];
    int[] newLengthOf = new int[count];
    for (int i = 0; i < count; i++) {
      newPageOf[i] = pageOf[chosen[i]];
      newStartOf[i] = startOf[chosen[i]];
      newLengthOf[i] = lengthOf[chosen[i]];
    }
    return new PagedRows(pages, newPageOf, newStartOf, newLengthOf);
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

  /** Shortens a row; the room of the row appended last can be used again. */
  public void truncate(int row, int length) {
    if (open >= 0 && pageOf[row] == open && startOf[row] + lengthOf[row] == taken) {
      taken = startOf[row] + length;
    }
    lengthOf[row] = length;
  }
}
