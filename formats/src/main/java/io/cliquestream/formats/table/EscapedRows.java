package io.cliquestream.formats.table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the ends of rows where a character takes the meaning of the one behind it: forwards, since
 * backwards nothing tells what is escaped. Not safe for use by several threads.
 */
final class EscapedRows {
  private final int quote;
  private final int escape;
  private final boolean outside;
  private final byte[] comment;
  private boolean open;

  EscapedRows(TableLayout layout) {
    this.quote = layout.quote() == 0 ? Integer.MIN_VALUE : layout.quote();
    this.escape = layout.escape().isNone() ? Integer.MIN_VALUE : layout.escape().character();
    this.outside = layout.escape().isOutside();
    this.comment = layout.comment().getBytes(StandardCharsets.UTF_8);
  }

  /** One past the last line end of [0, length) that ends a row, or 0; a row begins at 0. */
  int lastEnd(byte[] bytes, int length) {
    int end = 0;
    int at = 0;
    open = false;
    while (at < length) {
      if (at == end && isComment(bytes, at, length)) {
        // A quote or an escape in it means nothing.
        while (at < length && bytes[at] != '\n') {
          at++;
        }
      } else if (bytes[at] == escape && (open || outside)) {
        at += 2;
        continue;
      } else if (bytes[at] == quote) {
        open = !open;
      }
      if (at < length && bytes[at] == '\n' && !open) {
        end = at + 1;
      }
      at++;
    }
    return end;
  }

  /** Whether a quote was open at the end of what was looked at last. */
  boolean endsInQuote() {
    return open;
  }

  private boolean isComment(byte[] bytes, int at, int length) {
    return comment.length > 0
        && at + comment.length <= length
        && Arrays.equals(bytes, at, at + comment.length, comment, 0, comment.length);
  }
}
