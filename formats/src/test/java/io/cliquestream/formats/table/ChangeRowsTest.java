package io.cliquestream.formats.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.formats.names.IdKind;
import io.cliquestream.formats.source.Content;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.file.ReadLimits;
import io.cliquestream.kernels.names.NameDictionary;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tables of changes in the dialects that people have. */
final class ChangeRowsTest {
  private static final TableOptions FOUND = TableOptions.defaults();

  private static List<String> changes(String text) {
    return changes(text, FOUND, EdgeOperations.usual(), IdKind.AUTO);
  }

  private static List<String> changes(String text, TableOptions options) {
    return changes(text, options, EdgeOperations.usual(), IdKind.AUTO);
  }

  private static List<String> changes(
      String text, TableOptions options, EdgeOperations operations, IdKind ids) {
    try (NameDictionary names = new NameDictionary(1 << 20);
        Content content =
            Content.open(
                "changes.csv",
                new ByteArrayInputStream(text.getBytes(UTF_8)),
                1 << 30,
                JobControl.unbounded())) {
      ChangeRows.Changes changes =
          ChangeRows.read(
              content,
              options,
              operations,
              ids,
              names,
              ReadLimits.defaults(),
              JobControl.unbounded());
      try (EdgeArray inserted = changes.inserted();
          EdgeArray deleted = changes.deleted()) {
        List<String> all = new ArrayList<>();
        add(all, "+", inserted, names);
        add(all, "-", deleted, names);
        return all;
      }
    }
  }

  private static void add(List<String> all, String sign, EdgeArray edges, NameDictionary names) {
    for (long i = 0; i < edges.size(); i++) {
      all.add(sign + names.name(edges.from(i)) + ">" + names.name(edges.to(i)));
    }
  }

  private static EdgeOperations in(String column) {
    EdgeOperations usual = EdgeOperations.usual();
    return new EdgeOperations(Optional.of(column), usual.inserting(), usual.deleting());
  }

  @Test
  void findsTheColumnByItsNameByWhatItHoldsAndByWhatIsSaid() {
    List<String> expected = List.of("+ann>bob", "+bob>eve", "-eve>ann");
    assertThat(changes("op,person,friend\n+,ann,bob\n-,eve,ann\n+,bob,eve\n")).isEqualTo(expected);
    assertThat(changes("Source;Target;Operation\nann;bob;insert\neve;ann;delete\nbob;eve;c\n"))
        .isEqualTo(expected);
    assertThat(changes("+,ann,bob\n-,eve,ann\n+,bob,eve\n")).isEqualTo(expected);
    assertThat(changes("ann|bob|+\r\neve|ann|-\r\nbob|eve|+\r\n")).isEqualTo(expected);
    assertThat(changes("what\tA\tB\n+\tann\tbob\n-\teve\tann\n+\tbob\teve")).isEqualTo(expected);
    assertThat(
            changes(
                "a,b,c,e\n2019,ann,+,bob\n2020,eve,-,ann\n2021,bob,+,eve\n",
                FOUND.withEnds("b", "E").withIgnored("a"),
                in("3"),
                IdKind.AUTO))
        .isEqualTo(expected);
    assertThat(
            changes(
                "\"mode\",\"a\",\"b\"\n\"I\",\"ann\",\"bob\"\n\"X\",\"eve\",\"ann\"\n\"I\",bob,eve",
                FOUND,
                new EdgeOperations(Optional.of("mode"), Set.of("I"), Set.of("X")),
                IdKind.AUTO))
        .isEqualTo(expected);
  }

  @Test
  void readsEveryDialectOfGraphFiles() {
    assertThat(changes("+ 1  2\n- 3\t4\n", FOUND.withDelimiter(TableOptions.BLANKS)))
        .containsExactly("+1>2", "-3>4");
    assertThat(changes("1::2::-\n3::4::+\n", FOUND.withDelimiter("::")))
        .containsExactly("+3>4", "-1>2");
    assertThat(
            changes(
                "op,source,target\n\"+\",\"a \\\"x\\\" b\",c\n",
                FOUND.withEscape(new Escape('\\', Escape.Scope.QUOTES))))
        .containsExactly("+a \"x\" b>c");
    assertThat(changes("# no row\n'+','a, b','c''d'\n", FOUND.withQuote('\'').withComment("#")))
        .containsExactly("+a, b>c'd");
    assertThat(changes("op,source,target\n")).isEmpty();
    assertThat(changes("")).isEmpty();
    assertThat(changes("+,1,2,0.5\n-,3,4,0.7\n", FOUND.withIgnored("4"), in("1"), IdKind.NUMBERS))
        .containsExactly("+1>2", "-3>4");
  }

  @Test
  void saysWhichLineWhatWasFoundAndWhichOptionHelps() {
    refused(
        "op,source,target\n+,a,b\n*,c,d\n", FOUND, "line 3:", "'*'", "+, c, create", "--insert");
    refused("op,source,target\n+,a,b\n-,c\n", FOUND, "line 3:", "2 columns where the first has 3");
    refused("op,source,target\n+,a,\n", FOUND, "line 2:", "an end of the edge is empty");
    refused("op,source,target,since\n+,a,b,1\n", FOUND, "line 1:", "--ignore 'since'");
    refused("a,b\nc,d\n", FOUND, "line 1:", "--operation");
    refused("+,c,d\n", FOUND, "line 1:", "is not plain", "--operation");
    refused("op,source,target\n+,\"a,b\n", FOUND, "line 2:", "quote");
    assertThatThrownBy(
            () -> changes("op,source,target\n+,1,2\n-,x,3\n", FOUND, in("op"), IdKind.NUMBERS))
        .hasMessageContaining("line 3:")
        .hasMessageContaining("'x' is no whole number");
    assertThatThrownBy(() -> changes("+,1,2\n", FOUND, in("sign"), IdKind.AUTO))
        .hasMessageContaining("there is no column 'sign'");
    assertThatThrownBy(() -> changes("+,1,2\n", FOUND.withEnds("1", "2"), in("1"), IdKind.AUTO))
        .hasMessageContaining("holds an end of the edges, too");
    assertThatThrownBy(() -> new EdgeOperations(Optional.empty(), Set.of("x"), Set.of("x")))
        .hasMessageContaining("--insert");
  }

  private static void refused(String text, TableOptions options, String... said) {
    assertThatThrownBy(() -> changes(text, options))
        .isInstanceOf(ComputeException.class)
        .message()
        .contains(said);
  }

  @Test
  void bothParsersAgreeOnRandomTablesOfManyBlocks() {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder("source,op,target\n");
    List<String> inserted = new ArrayList<>();
    List<String> deleted = new ArrayList<>();
    for (int row = 0; row < 150_000; row++) {
      String from = "v" + random.nextInt(500);
      String to = "w, " + random.nextInt(500);
      boolean deletes = random.nextInt(3) == 0;
      text.append(from).append(deletes ? ",d,\"" : ",insert,\"").append(to).append("\"\n");
      (deletes ? deleted : inserted).add((deletes ? "-" : "+") + from + ">" + to);
    }
    List<String> expected = new ArrayList<>(inserted);
    expected.addAll(deleted);
    assertThat(changes(text.toString()).equals(expected)).isTrue();
    TableOptions general = FOUND.withEscape(new Escape('\\', Escape.Scope.QUOTES));
    assertThat(changes(text.toString(), general).equals(expected)).isTrue();
  }
}
