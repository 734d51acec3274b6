package io.cliquestream.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.cliquestream.formats.names.IdKind;
import io.cliquestream.formats.table.Escape;
import io.cliquestream.formats.table.TableOptions;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/** Tables of any dialect are read as the reference reads them, or refused at the same line. */
@Tag("fuzz")
@Tag("unsettled")
final class TableFuzz {
  private static final String[] DELIMITERS = {",", ";", "\t", "|"};
  private static final int MOST_BYTES = 8000;
  private static final String[] STRANGE = {
    "",
    " ",
    "\t",
    "\r",
    "\r\n",
    "\"",
    "\"\"",
    "'",
    "#",
    ",",
    ";",
    "\u00e9",
    "a b",
    " x ",
    "\0",
    "007",
    "0",
    "18446744073709551615",
    "18446744073709551616",
    "123456789012345678",
    "-1",
    "1e3"
  };
  private static final String[] ESCAPES = {
    "\\", "\\\\", "\\\"", "\\\n", "\\\r\n", "\\N", "\\,", "\\ ", "\\#", "^", "::", ":", "|", "->"
  };

  @FuzzTest
  void readsWhatTheReferenceReads(FuzzedDataProvider data) {
    ReferenceTable.Dialect dialect =
        new ReferenceTable.Dialect(
            DELIMITERS[data.consumeInt(0, DELIMITERS.length - 1)],
            data.pickValue(new Character[] {'"', '"', '\'', 0}),
            '\0',
            Escape.Scope.UNSAID,
            data.consumeBoolean(),
            data.consumeInt(0, 2),
            data.consumeInt(0, 2),
            data.consumeInt(0, 2) > 0,
            data.consumeInt(0, 3) == 0 ? "#" : "");
    compare(data, dialect);
  }

  /** Reads what the dialect and the rest of the data make by both. */
  static void compare(FuzzedDataProvider data, ReferenceTable.Dialect dialect) {
    if (dialect.source() == dialect.target()) {
      return;
    }
    boolean written = data.consumeInt(0, 3) > 0;
    byte[] file = written ? write(data, dialect) : data.consumeRemainingAsBytes();
    ReferenceTable.Outcome expected = ReferenceTable.read(file, dialect);
    if (expected instanceof ReferenceTable.Other) {
      return;
    }
    Inputs.Outcome found = Inputs.read("fuzz.csv", file, options(dialect));
    String table = dialect + ", bytes " + HexFormat.of().formatHex(file);
    switch (expected) {
      case ReferenceTable.Edges edges ->
          assertThat(found).as(table).isEqualTo(new Inputs.Read(edges.all()));
      case ReferenceTable.Broken broken -> {
        assertThat(found).as(table).isInstanceOf(Inputs.Refused.class);
        if (broken.line() > 0) {
          Inputs.Refused refused = (Inputs.Refused) found;
          assertThat(refused.line()).as(refused.message()).isEqualTo(broken.line());
        }
      }
      case ReferenceTable.Other _ -> throw new AssertionError();
    }
  }

  private static ReadOptions options(ReferenceTable.Dialect dialect) {
    return ReadOptions.defaults()
        .withFormat(InputFormat.CSV)
        .withIds(dialect.names() ? IdKind.NAMES : IdKind.NUMBERS)
        .withTable(
            new TableOptions(
                dialect.delimiter().charAt(0),
                dialect.quote(),
                Optional.of(dialect.header()),
                Optional.of(Integer.toString(dialect.source() + 1)),
                Optional.of(Integer.toString(dialect.target() + 1)),
                List.of(TableOptions.ALL),
                dialect.comment(),
                dialect.delimiter().substring(1),
                new Escape(dialect.escape(), dialect.scope())));
  }

  /** Rows that are nearly right. */
  private static byte[] write(FuzzedDataProvider data, ReferenceTable.Dialect dialect) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String lineEnd = data.pickValue(new String[] {"\n", "\n", "\r\n", "\r"});
    int columns = 1 + Math.max(dialect.source(), dialect.target()) + data.consumeInt(0, 1);
    if (dialect.header()) {
      put(out, ("x" + dialect.delimiter()).repeat(columns - 1) + "x" + lineEnd);
    }
    for (int rows = data.consumeInt(0, 12); rows > 0 && out.size() < MOST_BYTES; rows--) {
      if (rarely(data)) {
        put(out, dialect.comment() + "c" + strange(data, dialect) + lineEnd);
      }
      for (int column = 0; column < columns; column++) {
        if (column > 0) {
          put(out, rarely(data) ? strange(data, dialect) : dialect.delimiter());
        }
        String word =
            dialect.names()
                ? "n".repeat(data.consumeInt(1, 20)) + data.consumeInt(0, 30)
                : Long.toString(data.consumeLong(1, Long.MAX_VALUE) >>> data.consumeInt(0, 62));
        word = rarely(data) ? strange(data, dialect) : word;
        boolean quoted = dialect.quote() != 0 && data.consumeInt(0, 3) == 0;
        String quote = String.valueOf(dialect.quote());
        if (dialect.escape() != 0 && !rarely(data)) {
          word = escaped(word, dialect, quoted);
        } else if (quoted && !rarely(data)) {
          word = word.replace(quote, quote + quote);
        }
        put(out, quoted ? quote + word + quote : word);
      }
      put(out, rarely(data) ? strange(data, dialect) + lineEnd : lineEnd);
    }
    return out.toByteArray();
  }

  /** As tools write it: quotes and escapes, and without quotes what else has a meaning. */
  private static String escaped(String word, ReferenceTable.Dialect dialect, boolean quoted) {
    if (!quoted && dialect.scope() == Escape.Scope.QUOTES) {
      return word;
    }
    String meant = "" + dialect.quote() + dialect.escape();
    String all = quoted ? meant : meant + "\r\n" + dialect.delimiter();
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < word.length(); at++) {
      boolean means = word.charAt(at) != 0 && all.indexOf(word.charAt(at)) >= 0;
      text.append(means ? String.valueOf(dialect.escape()) : "").append(word.charAt(at));
    }
    return text.toString();
  }

  private static void put(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String strange(FuzzedDataProvider data, ReferenceTable.Dialect dialect) {
    boolean general = dialect.escape() != 0 || dialect.delimiter().length() > 1;
    if (general && data.consumeBoolean()) {
      return data.pickValue(ESCAPES);
    }
    return data.consumeInt(0, 3) > 0 ? data.pickValue(STRANGE) : data.consumeString(6);
  }

  private static boolean rarely(FuzzedDataProvider data) {
    return data.consumeInt(0, 31) == 1;
  }
}
