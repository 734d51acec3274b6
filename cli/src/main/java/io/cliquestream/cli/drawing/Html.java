package io.cliquestream.cli.drawing;

/** Text in pages: whatever it holds, it is text there. */
public final class Html {
  private Html() {}

  /** Escapes text for elements and for attributes in double quotes. */
  public static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            point -> {
              switch (point) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> {
                  // What no page may hold, halves of surrogate pairs among it, is shown as such.
                  boolean shown =
                      point >= ' ' && point != 0x7f && (point < 0xd800 || point > 0xdfff);
                  escaped.appendCodePoint(shown || point == '\n' || point == '\t' ? point : 0xfffd);
                }
              }
            });
    return escaped.toString();
  }

  /** Text of at most so many characters. */
  public static String cut(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }
}
