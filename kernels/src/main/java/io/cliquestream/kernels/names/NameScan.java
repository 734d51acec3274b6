package io.cliquestream.kernels.names;

/**
 * Finds the end of a name in a table's text, and the name's hash on the way, eight bytes at a time.
 *
 * <p>Which of eight bytes are one that is looked for, or below the blank, is told by a subtraction
 * that borrows from the top bit (Warren, Hacker's Delight, section 6-1). A borrow may go on into
 * the next higher byte, so the lowest mark alone is sure, and it alone is used. Not safe for use by
 * several threads.
 */
public final class NameScan {
  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long TOP_BITS = 0x8080808080808080L;
  private static final long BLANKS = LOW_BITS * ' ';

  private final long key;

  /** All that is looked for is below it, byte by byte: where nothing is, one subtraction tells. */
  private final long beyond;

  private final long delimiters;
  private final long quotes;
  private long hash;

  NameScan(long key, int delimiter, int quote) {
    this.key = key;
    this.delimiters = LOW_BITS * delimiter;
    // Without a quote the delimiter is looked for twice.
    this.quotes = quote == 0 ? delimiters : LOW_BITS * quote;
    this.beyond = LOW_BITS * (1 + Math.max(' ' - 1, Math.max(delimiter, quote)));
  }

  /**
   * The place of the first delimiter, quote or control character, line ends among them, one of
   * which must come.
   *
   * @param bytes go on for {@link NameBytes#SLACK} bytes behind that
   * @param from index of the name's first byte
   * @return index of what ends the name, which is {@code from} for an empty one
   */
  public int plain(byte[] bytes, int from) {
    long folded = key;
    int at = from;
    while (true) {
      long word = NameBytes.word(bytes, at);
      if (((word - beyond) & ~word & TOP_BITS) != 0) {
        long found = found(word);
        if (found != 0) {
          return ended(folded, word, found, from, at);
        }
      }
      folded = NameBytes.folded(folded ^ word);
      at += Long.BYTES;
    }
  }

  /** The top bit of each byte that ends a plain name, the lowest of which is sure. */
  private long found(long word) {
    long delimiter = word ^ delimiters;
    long quote = word ^ quotes;
    return (((delimiter - LOW_BITS) & ~delimiter)
            | ((quote - LOW_BITS) & ~quote)
            | ((word - BLANKS) & ~word))
        & TOP_BITS;
  }

  /**
   * The place of the first quote in [from, end), or -1.
   *
   * @param bytes go on for {@link NameBytes#SLACK} bytes
   * @param from index of the name's first byte
   * @param end index behind the last byte that is looked at
   * @return index of the quote
   */
  public int quoted(byte[] bytes, int from, int end) {
    long folded = key;
    for (int at = from; at < end; at += Long.BYTES) {
      long word = NameBytes.word(bytes, at);
      long quote = word ^ quotes;
      long found = (quote - LOW_BITS) & ~quote & TOP_BITS;
      if (found != 0) {
        int to = ended(folded, word, found, from, at);
        return to < end ? to : -1;
      }
      folded = NameBytes.folded(folded ^ word);
    }
    return -1;
  }

  private int ended(long folded, long word, long found, int from, int at) {
    int length = Long.numberOfTrailingZeros(found) >>> 3;
    long whole = length == 0 ? folded : NameBytes.folded(folded ^ NameBytes.first(word, length));
    int to = at + length;
    hash = NameBytes.folded(whole ^ (to - from));
    return to;
  }

  /** {@return the hash of the name that was found last, as {@link NameDictionary#hash} gives it} */
  public long hash() {
    return hash;
  }
}
