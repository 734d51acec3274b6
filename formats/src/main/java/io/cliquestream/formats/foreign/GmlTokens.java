package io.cliquestream.formats.foreign;

import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.failure.ComputeException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * Words, texts and brackets of a GML file (Himsolt 1996), byte by byte; comments are passed over.
 */
final class GmlTokens {
  /** What stands at a place. */
  enum Kind {
    WORD,
    TEXT,
    OPEN,
    CLOSE,
    END
  }

  private static final Map<String, String> ENTITIES =
      Map.of("quot", "\"", "amp", "&", "lt", "<", "gt", ">", "apos", "'");
  private static final int LONGEST_ENTITY = 10;

  private final ForeignInput input;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int filled;
  private byte[] token = new byte[1 << 8];
  private int length;
  private long line = 1;
  private boolean lineStart = true;

  GmlTokens(ForeignInput input) {
    this.input = input;
  }

  /** Goes to the next token. */
  Kind next() {
    length = 0;
    int value = take();
    while (value == ' ' || value == '\t' || value == '\n' || value == '\r' || comment(value)) {
      value = take();
    }
    lineStart = false;
    return switch (value) {
      case -1 -> Kind.END;
      case '[' -> Kind.OPEN;
      case ']' -> Kind.CLOSE;
      case '"' -> {
        int inside = take();
        while (inside != '"') {
          if (inside < 0) {
            throw InputFailures.truncated(input.name(), "a quoted text is not closed");
          }
          append(inside);
          inside = take();
        }
        yield Kind.TEXT;
      }
      default -> {
        append(value);
        int next = peek();
        while (next > ' ' && next != '[' && next != ']' && next != '"') {
          append(take());
          next = peek();
        }
        yield Kind.WORD;
      }
    };
  }

  /** Steps over a comment, a line that begins with #. */
  private boolean comment(int first) {
    if (first != '#' || !lineStart) {
      return false;
    }
    int value = first;
    while (value >= 0 && value != '\n' && value != '\r') {
      value = take();
    }
    return value >= 0;
  }

  private void append(int value) {
    if (length == ForeignInput.LONGEST_TEXT) {
      throw invalid(
          "a word or text is longer than the %d bytes that are read"
              .formatted(ForeignInput.LONGEST_TEXT));
    }
    if (length == token.length) {
      token = Arrays.copyOf(token, 2 * length);
    }
    token[length++] = (byte) value;
  }

  /** The token's text, with the entities of HTML that GML has in place of other characters. */
  String text() {
    String raw = new String(token, 0, length, StandardCharsets.UTF_8);
    if (raw.indexOf('\uFFFD') >= 0) {
      throw invalid(
          "a text is not UTF-8; convert the file first, as in: iconv -f ISO-8859-1 -t UTF-8 FILE");
    }
    int entity = raw.indexOf('&');
    if (entity < 0) {
      return raw;
    }
    StringBuilder text = new StringBuilder();
    int done = 0;
    for (; entity >= 0; entity = raw.indexOf('&', entity + 1)) {
      int end = raw.indexOf(';', entity);
      String meant =
          end < 0 || end - entity > LONGEST_ENTITY ? null : meant(raw.substring(entity + 1, end));
      if (meant != null) {
        text.append(raw, done, entity).append(meant);
        done = end + 1;
        entity = end;
      }
    }
    return text.append(raw.substring(done)).toString();
  }

  private static String meant(String entity) {
    if (!entity.startsWith("#")) {
      return ENTITIES.get(entity);
    }
    boolean hexadecimal = entity.startsWith("#x") || entity.startsWith("#X");
    try {
      int character =
          Integer.parseInt(entity.substring(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
      return Character.isValidCodePoint(character) ? Character.toString(character) : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Number of the line that the token ends in, from 1. */
  long line() {
    return line;
  }

  ComputeException invalid(String detail) {
    return InputFailures.line(input.name(), line, InputExcerpt.of(token, 0, length), detail);
  }

  private int peek() {
    if (at == filled && !fill()) {
      return -1;
    }
    return buffer[at] & 0xFF;
  }

  private int take() {
    int value = peek();
    if (value >= 0) {
      at++;
      // Lines that end in a carriage return alone are counted as one; the rest as people count.
      if (value == '\n') {
        line++;
        lineStart = true;
      }
    }
    return value;
  }

  private boolean fill() {
    input.control().checkStopped();
    try {
      filled = input.content().read(buffer, 0, buffer.length);
    } catch (IOException e) {
      throw input.content().failure(e);
    }
    at = 0;
    filled = Math.max(0, filled);
    return filled > 0;
  }
}
