package io.cliquestream.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.formats.names.IdKind;
import io.cliquestream.formats.table.TableOptions;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.file.ReadLimits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables in every dialect, and what of them is refused with which help. */
final class TableFileTest {
  private static final ReadOptions DEFAULTS = ReadOptions.defaults();

  @TempDir private Path folder;

  private static ReadOptions with(TableOptions table) {
    return DEFAULTS.withTable(table);
  }

  private static TableOptions table() {
    return TableOptions.defaults();
  }

  private void assertRefused(String content, String... parts) {
    assertRefused(content, DEFAULTS, parts);
  }

  private void assertRefused(String content, ReadOptions options, String... parts) {
    var failure = Read.failure(folder, "edges.csv", content, options);
    assertThat(failure).as(content).isNotNull();
    assertThat(failure.code()).isEqualTo(FailureCode.FILE_LINE_INVALID);
    assertThat(failure.getMessage()).contains(parts);
  }

  @Test
  void readsNamesOfAnyScriptInTheOrderOfRows() {
    assertThat(Read.edges(folder, "a.csv", "source,target\nalice,bob\nbob,東京\n"))
        .containsExactly("alice-bob", "bob-東京");
  }

  @Test
  void readsQuotedNamesWithDelimitersQuotesAndLineEnds() {
    String text = "source,target\n\"a,b\",\"say \"\"hi\"\"\"\n\"two\nlines\", plain \n";
    assertThat(Read.edges(folder, "a.csv", text))
        .containsExactly("a,b-say \"hi\"", "two\nlines-plain");
  }

  @Test
  void readsEveryKindOfLineEnd() {
    for (String end : new String[] {"\n", "\r\n", "\r"}) {
      String text = String.join(end, "source,target", "a,b", "", "b,c", "c,a");
      assertThat(Read.edges(folder, "a.csv", text)).as(end).containsExactly("a-b", "b-c", "c-a");
      assertThat(Read.edges(folder, "a.csv", text + end)).hasSize(3);
    }
  }

  @Test
  void readsNumbersAsNumbersAndOthersAsNames() {
    assertThat(Read.edges(folder, "a.csv", "from,to\n18446744073709551615,0\n"))
        .containsExactly("18446744073709551615-0");
    assertThat(Read.edges(folder, "a.csv", "from,to\n007,7\n-1,1\n"))
        .containsExactly("007-7", "-1-1");
    assertThat(Read.edges(folder, "a.csv", "1, 2 \n\"3\",4\n")).contains("1-2", "3-4");
  }

  @Test
  void leavesListsOfNumbersToTheReaderTheyHadWhateverTheName() {
    assertThat(Read.edges(folder, "a.csv", "1 2\n2 3\n")).contains("1-2", "2-3");
    assertThat(Read.edges(folder, "a.tsv", "1\t2\n")).containsExactly("1-2");
    assertThat(Read.edges(folder, "a.txt", "# numbers\n1 2 0.5\n")).containsExactly("1-2");
  }

  @Test
  void readsWordsBetweenBlanks() {
    assertThat(Read.edges(folder, "a.txt", "alice bob\n  bob\tcarol  \n"))
        .containsExactly("alice-bob", "bob-carol");
    assertThat(Read.edges(folder, "a.txt", "u v 2.5\nv w -1e3\n")).containsExactly("u-v", "v-w");
    assertThat(Read.edges(folder, "a.txt", "0 1 {'weight': 2.0}\n1 2 {}\n")).contains("0-1", "1-2");
  }

  @Test
  void neverDropsAColumnInSilence() {
    assertRefused("source,target,weight,kind\na,b,1,x\n", "line 1", "--ignore 'weight,kind'");
    assertRefused(
        "source,target,weight,kind\na,b,1,x\n",
        with(table().withIgnored("weight")),
        "--ignore 'kind'");
    assertThat(
            Read.edges(
                folder,
                "a.csv",
                "source,target,weight,kind\na,b,1,x\n",
                with(table().withIgnored("weight", "4"))))
        .containsExactly("a-b");
    assertThat(
            Read.edges(
                folder,
                "a.csv",
                "kind,source,x,target\nk,a,1,b\n",
                with(table().withIgnored(TableOptions.ALL))))
        .containsExactly("a-b");
    assertRefused("1,2,0.5\n2,3,0.5\n", "--ignore '3'");
  }

  @Test
  void asksWhichColumnsAreMeantWhereThatIsNotPlain() {
    assertRefused(
        "person,friend,since\nann,bob,1\n", "--source and --target", "'person', 'friend', 'since'");
    assertRefused(
        "person,friend\nann,bob\n",
        with(table().withEnds("person", "nobody")),
        "there is no column 'nobody'");
    assertRefused("ann,bob\ncid,dan\n", "--header yes or --header no");
    assertThat(Read.edges(folder, "a.csv", "ann,bob\ncid,dan\n", with(table().withHeader(false))))
        .containsExactly("ann-bob", "cid-dan");
    assertThat(Read.edges(folder, "a.csv", "person,friend\n1,2\n")).containsExactly("1-2");
    assertThat(Read.edges(folder, "a.csv", "ann,bob\nbob,cid\n"))
        .containsExactly("ann-bob", "bob-cid");
  }

  @Test
  void asksForTheDelimiterWhereTwoArePossible() {
    var failure = Read.failure(folder, "a.csv", "a,b;c\nd,e;f\n");
    assertThat(failure.getMessage()).contains("','", "';'", "--delimiter");
    assertThat(
            Read.edges(
                folder,
                "a.csv",
                "a,b;c\nc,e;f\n",
                with(table().withDelimiter(';').withHeader(false))))
        .containsExactly("a,b-c", "c,e-f");
  }

  @Test
  void refusesRowsOfOtherLengths() {
    assertRefused("source,target\na,b\na\n", "line 3", "1 columns where the first has 2", "'a'");
    assertRefused("source,target\na,b\na,b,c\n", "line 3", "3 columns");
    assertRefused("source,target\na,b\na,\n", "line 3", "an end of the edge is empty");
  }

  @Test
  void refusesQuotesThatAreNotWhatTheySeem() {
    assertRefused("source,target\na,b\"c\n", "line 2", "--quote none");
    assertRefused("source,target\n\"a\"b,c\n", "line 2", "behind a closing quote");
    assertRefused("source,target\nx,y\n\"a,b\n", "line 3", "not closed", "--quote none");
    assertThat(
            Read.edges(folder, "a.csv", "source,target\na,5\" pipe\n", with(table().withQuote(0))))
        .containsExactly("a-5\" pipe");
  }

  @Test
  void refusesNamesAmongNumbersAndSaysWhatHelps() {
    StringBuilder text = new StringBuilder("source,target\n");
    for (int i = 0; i < 100_000; i++) {
      text.append(i).append(',').append(i + 1).append('\n');
    }
    text.append("x17,3\n");
    assertRefused(text.toString(), "line 100002", "'x17'", "--ids names");
    assertThat(Read.edges(folder, "a.csv", text.toString(), DEFAULTS.withIds(IdKind.NAMES)))
        .hasSize(100_001)
        .endsWith("99999-100000", "x17-3");
    assertRefused("a,b\n1,07\n", DEFAULTS.withIds(IdKind.NUMBERS), "line 2", "leading zeros");
  }

  @Test
  void refusesInvalidBytesWithTheirLine() {
    byte[] latin = "source,target\na,b\nc,caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
    var failure = Read.failure(folder, "a.csv", latin, DEFAULTS);
    assertThat(failure.code()).isEqualTo(FailureCode.FILE_LINE_INVALID);
    assertThat(failure.getMessage()).contains("line 3", "UTF-8", "iconv");
    assertRefused("source,target\na,b\rc,d\n", "line 2", "carriage return");
  }

  @Test
  void refusesRowsWithoutEnd() {
    String longRow = "source,target\na," + "b".repeat(2 << 20) + "\n";
    assertRefused(longRow, "line 2", "longer than the 1048576 bytes");
    String openQuote = "source,target\na,\"" + "b\n".repeat(1 << 20);
    assertRefused(openQuote, "line 2", "not closed");
    assertRefused("source,target\na," + "b".repeat(70_000) + "\n", "65535");
  }

  @Test
  void holdsTheBoundOnNames() {
    StringBuilder text = new StringBuilder("source,target\n");
    for (int i = 0; i < 100_000; i++) {
      text.append("n").append(i).append(",m").append(i).append('\n');
    }
    var failure = Read.failure(folder, "a.csv", text.toString(), DEFAULTS.withNameBytes(1 << 20));
    assertThat(failure.code()).isEqualTo(FailureCode.GRAPH_TOO_LARGE);
    assertThat(failure.getMessage()).contains("a.csv", "--name-memory");
  }

  @Test
  void givesTheSameNumbersWithAnyNumberOfThreads() {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder text = new StringBuilder("source,target\n");
    List<String> expected = new ArrayList<>();
    while (text.length() < 4 << 20) {
      String from = "\"n" + random.nextInt(50_000) + (random.nextBoolean() ? "\n,x" : "") + "\"";
      String to = "m" + random.nextInt(50_000);
      text.append(from).append(',').append(to).append('\n');
      expected.add(from.replace("\"", "") + "-" + to);
    }
    for (int threads : new int[] {1, 2, 5}) {
      ReadLimits limits = ReadLimits.defaults().withParallelism(new Parallelism(threads));
      assertThat(Read.edges(folder, "a.csv", text.toString(), DEFAULTS.withLimits(limits)))
          .isEqualTo(expected);
    }
  }

  @Test
  void readsTheColumnsOfGraphDatabasesAndRefusesTwoSpacesOfIds() {
    assertThat(
            Read.edges(
                folder,
                "a.csv",
                ":START_ID(P),:END_ID(P),:TYPE\na,b,T\n",
                with(table().withIgnored(":TYPE"))))
        .containsExactly("a-b");
    assertRefused(
        ":START_ID(Person),:END_ID(Film)\n1,1\n",
        "line 1",
        "(Person)",
        "(Film)",
        "make the ids differ");
  }

  @Test
  void readsAnEmptyTableAndOneOfAHeaderAlone() {
    assertThat(Read.edges(folder, "a.csv", "")).isEmpty();
    assertThat(Read.edges(folder, "a.csv", "source,target\n")).isEmpty();
  }

  @Test
  void aLineEndBehindADoubledQuoteWasCountedTwice() {
    assertRefused("source,target\n\"a\"\"\n\",b\nc\n", "edges.csv line 4: ", "has 1 columns");
  }

  @Test
  void aReturnInACommentOrAHeaderHidARow() {
    ReadOptions comments = with(table().withComment("#"));
    assertRefused("# a\rx,y\nsource,target\na,b\n", comments, "line 1: a carriage return");
    assertRefused("source,target\n# a\rx,y\na,b\n", comments, "line 2: a carriage return");
    assertRefused("source,target\rx,y\na,b\n", with(table().withHeader(true)), "line 1: ");
    ReadOptions told = comments.withFormat(InputFormat.CSV);
    assertRefused("# a\n# b\rx,y\n", told, "line 2: a carriage return");
  }

  @Test
  void aRowOfSeparatorCharactersWasTakenForAnEmptyLine() {
    ReadOptions told = with(table().withHeader(false)).withFormat(InputFormat.CSV);
    assertThat(Read.edges(folder, "a.csv", "\u001c,\u001d\n", told))
        .containsExactly("\u001c-\u001d");
  }

  @Test
  void readsNumbersOfEveryLength() {
    List<String> expected = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    String digits = "18446744073709551615";
    for (int first = 0; first <= digits.length(); first++) {
      for (int second = 0; second <= digits.length(); second++) {
        String from = first == 0 ? "0" : digits.substring(0, first);
        String to = second == 0 ? "0" : digits.substring(0, second);
        text.append(from).append(',').append(to).append(second % 3 == 0 ? "\r\n" : "\n");
        expected.add(from + "-" + to);
      }
    }
    assertThat(Read.edges(folder, "a.csv", text.toString())).isEqualTo(expected);
  }

  @Test
  void aQuoteInACommentHidTheWholeTable() {
    ReadOptions options =
        DEFAULTS.withTable(
            TableOptions.defaults().withComment("#").withHeader(false).withDelimiter(','));
    assertThat(Read.edges(folder, "a.csv", "# cut at 5,\"\na,b\nb,c\n", options))
        .containsExactly("a-b", "b-c");
  }

  @Test
  void oneQuoteInACommentWasTakenForAFieldThatNeverEnds() {
    int rows = 300_000; // More than the longest row may have of bytes.
    StringBuilder text = new StringBuilder("source,target\n# 19\" wide\n");
    for (int row = 0; row < rows; row++) {
      text.append("\"ann, ").append(row).append("\",bob\n");
    }
    assertThat(Read.edges(folder, "a.csv", text.toString(), with(table().withComment("#"))))
        .hasSize(rows)
        .contains("ann, 0-bob", "ann, 299999-bob");
  }

  @Test
  void whatSpreadsheetsAndDatabasesWriteWasRefusedWithoutARemedy() {
    String spreadsheet = "sep=;\nsource;target\nann;bob\nbob;cy\n";
    assertRefused(spreadsheet, "line 1", "--comment sep=");
    assertThat(Read.edges(folder, "a.csv", spreadsheet, with(table().withComment("sep="))))
        .containsExactly("ann-bob", "bob-cy");
    assertRefused("source,target\n\"a \\\"x\\\" b\",c\n", "line 2", "--escape '\\'");
    assertRefused("source\1target\nann\1bob\n", "line 1", "--delimiter", "\\x01");
    String separated = "source\1target\nann\1bob\n\"b, c\"\1 cy \nd\1\"e\1f\"\n";
    assertThat(Read.edges(folder, "a.csv", separated, with(table().withDelimiter(1))))
        .containsExactly("ann-bob", "b, c-cy", "d-e\1f");
    assertThat(Read.edges(folder, "a.csv", "1\0372\n2\0373\n", with(table().withDelimiter(31))))
        .containsExactly("1-2", "2-3");
  }

  /**
   * Rows of names in every spelling, some longer than a usual block, in a table of many blocks;
   * columns in either order, line ends of both kinds.
   */
  @Test
  void rowsOfEverySpellingAreReadAcrossTheEndsOfBlocks() {
    SplittableRandom random = new SplittableRandom(3);
    for (String header : List.of("source,target", "target,source")) {
      StringBuilder text = new StringBuilder(header).append('\n');
      List<String> expected = new ArrayList<>();
      while (text.length() < 3_000_000) {
        String[] names = {name(random), name(random)};
        for (int end = 0; end < 2; end++) {
          String shown =
              switch (random.nextInt(10)) {
                case 0 -> '"' + names[end] + '"';
                case 1 -> " " + names[end] + " ";
                default -> names[end];
              };
          text.append(end == 1 ? "," : "").append(shown);
        }
        text.append(random.nextInt(5) == 0 ? "\r\n" : "\n");
        boolean swapped = header.startsWith("target");
        expected.add(names[swapped ? 1 : 0] + "-" + names[swapped ? 0 : 1]);
      }
      assertThat(Read.edges(folder, "a.csv", text.toString()))
          .as(header)
          .containsExactlyElementsOf(expected);
      long line = text.chars().filter(end -> end == '\n').count() + 1;
      assertRefused(text + "alone\n", "line " + line + ":", "1 columns");
    }
  }

  /** Of any length up to some 25 bytes, and now and then of more than a usual block's. */
  private static String name(SplittableRandom random) {
    String first = "x".repeat(random.nextInt(8)) + random.nextInt(200_000);
    return random.nextInt(30_000) == 0
        ? first + "-".repeat(40_000)
        : first + "é".repeat(random.nextInt(6));
  }
}
