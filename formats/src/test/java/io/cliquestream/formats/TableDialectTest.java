package io.cliquestream.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cliquestream.formats.names.IdKind;
import io.cliquestream.formats.table.Escape;
import io.cliquestream.formats.table.TableOptions;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.file.ReadLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables with escapes, or with several characters between columns. */
final class TableDialectTest {
  private static final Escape BACKSLASH = Escape.of('\\');
  private static final TableOptions UNSAID = TableOptions.defaults().withEscape(BACKSLASH);
  private static final TableOptions ESCAPED =
      UNSAID.withEscape(BACKSLASH.in(Escape.Scope.EVERYWHERE));

  @TempDir private Path folder;

  private static ReadOptions with(TableOptions table) {
    return ReadOptions.defaults().withTable(table);
  }

  private static TableOptions between(String delimiter) {
    return TableOptions.defaults().withDelimiter(delimiter);
  }

  private List<String> edges(String content, TableOptions table) {
    return Read.edges(folder, "edges.csv", content, with(table));
  }

  private void assertRefused(String content, TableOptions table, String... parts) {
    var failure = Read.failure(folder, "edges.csv", content, with(table));
    assertThat(failure).as(content).isNotNull();
    assertThat(failure.code()).as(failure.getMessage()).isEqualTo(FailureCode.FILE_LINE_INVALID);
    assertThat(failure.getMessage()).contains(parts);
  }

  private static void assertContradicts(Supplier<TableOptions> options, String... parts) {
    assertThatExceptionOfType(ComputeException.class)
        .isThrownBy(options::get)
        .satisfies(
            failure -> {
              assertThat(failure.code()).isEqualTo(FailureCode.OPTION_INVALID);
              assertThat(failure.getMessage()).contains(parts);
            });
  }

  @Test
  void quotesThatBackslashesEscapeWereRefused() {
    String text = "source,target\n\"say \\\"hi\\\"\",\"a \"\"b\"\"\"\n\"c\\\\\",plain\n";
    assertThat(edges(text, ESCAPED)).containsExactly("say \"hi\"-a \"b\"", "c\\-plain");
    assertRefused(text, TableOptions.defaults(), "line 2", "--escape '\\'", "say \\\"hi");
    assertRefused("source,target\nsay \\\"hi\\\",b\n", TableOptions.defaults(), "--escape '\\'");
    assertThat(
            edges(
                "source;target\n\"a^\"^^\";b\n",
                TableOptions.defaults().withEscape(Escape.of('^').in(Escape.Scope.EVERYWHERE))))
        .containsExactly("a\"^-b");
  }

  @Test
  void readsWhatIsEscapedOutsideOfQuotes() {
    String text = "source,target\na\\,b,c\\\nd\n\\ e\\ , \\\"f\\\"g \n\\#h,\\\ti\n";
    assertThat(edges(text, ESCAPED.withComment("#")))
        .containsExactly("a,b-c\nd", " e -\"f\"g", "#h-\ti");
    assertThat(edges("source\ttarget\na\\\tb\tc\n", ESCAPED)).containsExactly("a\tb-c");
    assertThat(edges("a\\|b|c\"d\n", ESCAPED.withQuote(0).withHeader(false).withDelimiter("|")))
        .containsExactly("a|b-c\"d");
  }

  @Test
  void anEscapeOutsideOfQuotesIsNotGuessed() {
    TableOptions quotes = UNSAID.withEscape(BACKSLASH.in(Escape.Scope.QUOTES));
    String header = "source,target,note\n";
    // As DuckDB writes them, and as pandas does.
    String text = header + "C:\\temp,\"a \\\"b\\\"\",x\nend\\,\\\\b,y\n";
    assertThat(edges(text, quotes.withIgnored("note")))
        .containsExactly("C:\\temp-a \"b\"", "end\\-\\\\b");
    for (String row : List.of("C:\\temp,b,x\n", "a\\\\b,c,x\n", "a,b,x\\,\n", "a,b,x\\\ny\n")) {
      TableOptions unsaid = UNSAID.withIgnored("note");
      assertRefused(header + row, unsaid, "line 2", "--escape-in everywhere", "--escape-in quotes");
    }
    assertThat(edges(header + "a,\"b\\\"\",\\N\n", UNSAID.withIgnored("note")))
        .containsExactly("a-b\"");
    assertRefused(header + "a\\\"b,c,x\n", quotes.withIgnored("note"), "--escape-in everywhere");
  }

  @Test
  void readsDelimitersOfSeveralCharacters() {
    // As the ratings of MovieLens.
    String ratings = "1::1193::5::978300760\n1::661::3::978302109\n6040::1193::4::956704746\n";
    TableOptions films = between("::").withEnds("1", "2").withIgnored("3", "4");
    assertThat(edges(ratings, films)).containsExactly("1-1193", "1-661", "6040-1193");
    assertThat(edges("source||target\na|b||c\n", between("||"))).containsExactly("a|b-c");
    assertThat(edges("source | target\na |b | \"c | d\" \n e  |  f\n", between(" | ")))
        .containsExactly("a |b-c | d", "e-f");
    assertThat(edges("1\t|\t2\t|\tno rank\t|\n", between("\t|\t").withIgnored("3")))
        .containsExactly("1-2");
    assertThat(edges("source::target\r\na:::b\r\n", between("::"))).containsExactly("a-:b");
    assertThat(edges("a\\::b::c\n", between("::").withHeader(false).withEscape(ESCAPED.escape())))
        .containsExactly("a::b-c");
  }

  @Test
  void anEmptyColumnBetweenDelimitersThatBeginWithABlankIsOne() {
    TableOptions table = between(" | ").withEnds("1", "3").withIgnored("2").withHeader(false);
    assertThat(edges("a |  | b\n", table)).containsExactly("a-b");
    assertRefused("a | x | b\n | x | b\n", table, "line 2", "an end of the edge is empty");
  }

  @Test
  void numbersStayNumbers() {
    String text = "from::to\n18446744073709551615::\"0\"\n 7 ::12\n";
    assertThat(edges(text, between("::"))).contains("18446744073709551615-0", "7-12");
    ReadOptions numbers = with(between("::")).withIds(IdKind.NUMBERS);
    var failure = Read.failure(folder, "edges.csv", "from::to\n1::007\n", numbers);
    assertThat(failure.getMessage()).contains("line 2", "'007'", "--ids names");
  }

  @Test
  void saysWhatIsWrongWithAnEscape() {
    String header = "source,target\n";
    assertRefused(header + "a,b\\", ESCAPED, "line 2", "end of the file", "double it", "'a,b\\'");
    assertRefused(header + "a\\,b\nc,d\n", ESCAPED, "line 2", "1 columns", "double it");
    assertRefused(header + "a,b\\\nc,d\n", ESCAPED, "line 2", "3 columns", "double it");
    assertRefused(header + "a,C:\\dir\n", ESCAPED, "line 2", "'\\d'", "double it", "'a,C:\\dir'");
    assertRefused(header + "\\N,b\n", ESCAPED, "line 2", "'\\N'");
    assertRefused(header + "a,b\\\r\nc,d\n", ESCAPED, "line 2", "tr -d '\\r'");
    assertRefused(header + "a,\"b\\\"\n", ESCAPED, "line 2", "a quote is not closed");
    assertRefused(
        header + "a,b\nc,\"d\\\"\"e\n", ESCAPED, "line 3", "behind a closing quote", "'e'");
    assertThat(edges(header.replace("\n", ",note\n") + "a,b,\\N\n", ESCAPED.withIgnored("note")))
        .containsExactly("a-b");
  }

  @Test
  void optionsThatContradictEachOtherAreRefused() {
    TableOptions table = TableOptions.defaults();
    assertContradicts(() -> between("::::::::::"), "longer than 8");
    assertContradicts(() -> between("a:"), "'a:'", "neither letters nor digits");
    assertContradicts(() -> between(":\n"), "line end");
    assertContradicts(() -> between("  "), "--delimiter blank");
    assertContradicts(() -> between("\"::"), "holds the quote", "--quote none");
    assertContradicts(() -> table.withEscape(Escape.of('"')), "leave --escape out");
    assertContradicts(() -> ESCAPED.withDelimiter("\\"), "stands in the delimiter");
    assertContradicts(() -> ESCAPED.withDelimiter(" "), "between blanks nothing is escaped");
    assertContradicts(() -> ESCAPED.withComment("\\#"), "cannot be comments");
    assertContradicts(() -> table.withEscape(Escape.of('n')), "--escape 'n' is not one character");
    assertContradicts(() -> table.withQuote('\u00ab'), "--quote '\u00ab' is not one character");
    var failure =
        Read.failure(folder, "edges.txt", "a b\n", with(ESCAPED).withFormat(InputFormat.EDGES));
    assertThat(failure.code()).isEqualTo(FailureCode.OPTION_INVALID);
  }

  @Test
  void aQuoteInACommentOpensNothingInALongTable() {
    StringBuilder text = new StringBuilder("source,target\n");
    for (int i = 0; i < 200_000; i++) {
      text.append(i % 1000 == 0 ? "# 5\" and a \\\n" : "").append("x").append(i).append(",y\n");
    }
    assertThat(edges(text.toString(), ESCAPED.withComment("#")))
        .hasSize(200_000)
        .endsWith("x199999-y");
  }

  /** Each table once as tools with escapes write it, and once with doubled quotes and commas. */
  @Test
  void readsInEveryDialectWhatDoubledQuotesAndCommasSay() {
    SplittableRandom random = new SplittableRandom(19);
    for (String delimiter : List.of(",", "\t", "::", "||", " | ", "\1\2")) {
      for (char escape : new char[] {'\\', '^', 0}) {
        StringBuilder usual = new StringBuilder();
        StringBuilder special = new StringBuilder();
        List<String> expected = new ArrayList<>();
        // Of one escape more than a block, and the first is of a MiB.
        int length = escape == '\\' ? 1_300_000 : 100_000;
        while (special.length() < length) {
          String from = name(random);
          String to = name(random);
          String end = random.nextInt(4) == 0 ? "\r\n" : "\n";
          usual.append(doubled(from)).append(',').append(doubled(to)).append(end);
          special
              .append(written(from, delimiter, escape, random))
              .append(delimiter)
              .append(written(to, delimiter, escape, random))
              .append(end);
          expected.add(from + "-" + to);
        }
        TableOptions table = between(",").withHeader(false);
        assertThat(edges(usual.toString(), table)).isEqualTo(expected);
        Escape said =
            new Escape(escape, escape == 0 ? Escape.Scope.UNSAID : Escape.Scope.EVERYWHERE);
        TableOptions other = table.withDelimiter(delimiter).withEscape(said);
        for (int threads : new int[] {1, 3}) {
          ReadLimits limits = ReadLimits.defaults().withParallelism(new Parallelism(threads));
          ReadOptions options = with(other).withFormat(InputFormat.CSV).withLimits(limits);
          assertThat(Read.edges(folder, "a.csv", special.toString(), options))
              .as("%s %s", delimiter, escape)
              .containsExactlyElementsOf(expected);
        }
        long line = special.chars().filter(character -> character == '\n').count() + 1;
        assertRefused(special + "alone\n", other, "line " + line + ":", "1 columns");
      }
    }
  }

  private static final String[] PARTS = {
    "x", "y7", "é", "東", " ", "\t", "\"", "\\", "^", ",", ":", "::", "|", " | ", "\n", "\1", "'"
  };

  private static String name(SplittableRandom random) {
    StringBuilder name = new StringBuilder("n").append(random.nextInt(50_000));
    for (int more = random.nextInt(4); more > 0; more--) {
      name.append(PARTS[random.nextInt(PARTS.length)]);
    }
    return name.append(random.nextInt(20_000) == 0 ? "-".repeat(40_000) : "").toString();
  }

  private static String doubled(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private static String written(
      String name, String delimiter, char escape, SplittableRandom random) {
    if (escape == 0) {
      return doubled(name);
    }
    String mark = String.valueOf(escape);
    String escaped = name.replace(mark, mark + mark).replace("\"", mark + "\"");
    if (random.nextInt(3) == 0 || name.endsWith(" ") || name.endsWith("\t")) {
      return '"' + escaped + '"';
    }
    // As Python's csv does: every character of a delimiter or line end.
    for (int meant : (delimiter + "\n").chars().distinct().toArray()) {
      escaped = escaped.replace(Character.toString(meant), mark + Character.toString(meant));
    }
    return escaped;
  }
}
