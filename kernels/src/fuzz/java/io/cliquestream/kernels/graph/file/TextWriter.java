package io.cliquestream.kernels.graph.file;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.nio.charset.StandardCharsets;

/** Writes text that is nearly right: words, blanks and line ends, a few of them strange. */
final class TextWriter {
  private static final int MOST_CHARACTERS = 8000;
  private static final String[] STRANGE = {
    "0",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "4294967295",
    "4294967296",
    "007",
    "-1",
    "+1",
    "1.5",
    "-.5e-3",
    "1d3",
    "1e",
    ".",
    "",
    "3abc",
    "0x1",
    "%",
    "#",
    "c",
    "e",
    "p",
    "\u00e9",
    "\0",
    "1,2",
    "99999999999999999999"
  };
  private static final String[] LINE_ENDS = {"\n", "\n", "\r\n", "\r"};

  private final FuzzedDataProvider data;
  private final StringBuilder text = new StringBuilder();
  private final String lineEnd;
  private boolean lineStarted;

  TextWriter(FuzzedDataProvider data) {
    this.data = data;
    this.lineEnd = data.pickValue(LINE_ENDS);
  }

  boolean isFull() {
    return text.length() > MOST_CHARACTERS || data.remainingBytes() == 0;
  }

  /** A word behind a blank, where it is not the line's first. */
  TextWriter word(Object word) {
    if (lineStarted) {
      text.append(rarely() ? data.pickValue(new String[] {"\t", "  ", " \r", ""}) : " ");
    } else if (rarely()) {
      text.append(data.pickValue(new String[] {" ", "\t", "\r"}));
    }
    text.append(rarely() ? strange() : word);
    lineStarted = true;
    return this;
  }

  TextWriter words(Object... words) {
    for (Object word : words) {
      word(word);
    }
    return this;
  }

  void endLine() {
    if (rarely()) {
      text.append(data.pickValue(new String[] {" ", "\t", "\r", " 1", "1", "%"}));
    }
    text.append(rarely() ? data.pickValue(LINE_ENDS) : lineEnd);
    lineStarted = false;
  }

  /** A line of comment, or an empty one, now and then. */
  void maybeComment(String sign) {
    if (data.consumeInt(0, 7) == 0) {
      text.append(data.pickValue(new String[] {sign, sign + " 1 2", " " + sign + "x", ""}));
      endLine();
    }
  }

  private String strange() {
    return data.consumeBoolean() ? data.pickValue(STRANGE) : data.consumeString(6);
  }

  private boolean rarely() {
    return data.consumeInt(0, 63) == 1;
  }

  byte[] bytes() {
    int length = text.length();
    if (rarely() && length > 0) {
      length = data.consumeInt(0, length);
    }
    return text.substring(0, length).getBytes(StandardCharsets.ISO_8859_1);
  }
}
