package io.cliquestream.formats;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.cliquestream.formats.table.Escape;
import org.junit.jupiter.api.Tag;

/** The same as {@link TableFuzz} of escapes and delimiters of several characters. */
@Tag("fuzz")
@Tag("unsettled")
final class DialectFuzz {
  private static final String[] DELIMITERS = {",", "\t", "::", "||", " | ", "\t|\t", "->", ",,,"};

  @FuzzTest
  void readsWhatTheReferenceReads(FuzzedDataProvider data) {
    char escape = data.pickValue(new Character[] {'\\', '\\', '^', 0});
    Escape.Scope scope = data.pickValue(Escape.Scope.values());
    char quote = data.pickValue(new Character[] {'"', '"', '\'', 0});
    if (escape == 0 || quote == 0) {
      scope = Escape.Scope.UNSAID;
    }
    TableFuzz.compare(
        data,
        new ReferenceTable.Dialect(
            DELIMITERS[data.consumeInt(0, DELIMITERS.length - 1)],
            quote,
            escape,
            scope,
            data.consumeBoolean(),
            data.consumeInt(0, 2),
            data.consumeInt(0, 2),
            data.consumeInt(0, 2) > 0,
            data.consumeInt(0, 3) == 0 ? "#" : ""));
  }
}
