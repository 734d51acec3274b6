package io.cliquestream.formats;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;

/** The same as {@link TableFuzz} of escapes and delimiters of several characters. */
@Tag("fuzz")
@Tag("unsettled")
final class DialectFuzz {
  private static final String[] DELIMITERS = {",", "\t", "::", "||", " | ", "\t|\t", "->", ",,,"};

  @FuzzTest
  void readsWhatTheReferenceReads(FuzzedDataProvider data) {
    char escape = data.pickValue(new Character[] {'\\', '\\', '^', 0});
    TableFuzz.compare(
        data,
        new ReferenceTable.Dialect(
            DELIMITERS[data.consumeInt(0, DELIMITERS.length - 1)],
            data.pickValue(new Character[] {'"', '"', '\'', 0}),
            escape,
            data.consumeBoolean(),
            data.consumeInt(0, 2),
            data.consumeInt(0, 2),
            data.consumeInt(0, 2) > 0,
            data.consumeInt(0, 3) == 0 ? "#" : ""));
  }
}
