package io.cliquestream.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.cli.CommandLineRun;
import io.cliquestream.cli.drawing.Html;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** Pages that hold the answer, need nothing else, and show whatever text as text. */
final class HtmlReportTest {
  private static final List<String> COMMANDS =
      List.of(
          "triangles --per-vertex --per-edge --clustering",
          "triangles",
          "k-cliques --k all",
          "max-clique --all",
          "maximal-cliques --limit 10",
          "motifs --size 5",
          "match --pattern house --limit 5",
          "list-cliques --k 3",
          "clique-estimate --k 3..6 --samples 1000",
          "core-numbers --per-vertex");

  @TempDir private Path folder;
  private Path graph;

  @BeforeEach
  void writeGraph() throws IOException {
    // The name of a file is text, too.
    graph = folder.resolve("a<script>alert(1)</script>&\"'.txt".replace("/", "_"));
    Files.writeString(
        graph, "1 2\n1 3\n1 4\n1 5\n2 3\n2 4\n2 5\n3 4\n3 5\n4 5\n5 6\n6 7\n7 8\n8 6\n");
  }

  private String page(String command) throws IOException {
    Path file = folder.resolve("page.html");
    List<String> words = new ArrayList<>(List.of("compute"));
    Collections.addAll(words, command.split(" "));
    return page(file, words);
  }

  private String page(Path file, List<String> words) throws IOException {
    Collections.addAll(words, "--graph", graph.toString(), "--report", file.toString());
    CommandLineRun run = CommandLineRun.of(words.toArray(String[]::new));
    assertThat(run.exitCode()).as(words + run.err()).isZero();
    return Files.readString(file);
  }

  @Test
  void everyKindOfJobHasAPageThatNeedsNothingElse() throws Exception {
    for (String command : COMMANDS) {
      String page = page(command);
      assertThat(page).as(command).contains("Where the time went");
      assertNeedsNothingElse(command, page);
    }
  }

  @Test
  void questionsHadNoPage() throws Exception {
    for (String command : List.of("info --triangles --truss", "core", "truss", "compare")) {
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      if (command.equals("compare")) {
        Collections.addAll(words, "--triangles", "--with", graph.toString());
      }
      String page = page(folder.resolve("question.html"), words);
      assertNeedsNothingElse(command, page);
      assertThat(page.split("<svg", -1).length).as(command).isGreaterThan(1);
    }
  }

  private static void assertNeedsNothingElse(String command, String page) throws Exception {
    assertThat(page).as(command).contains("default-src 'none'");
    assertThat(page)
        .as(command)
        .doesNotContain("<script")
        .doesNotContain("http://")
        .doesNotContain("https://")
        .doesNotContain("src=")
        .doesNotContain("@import")
        .doesNotContain("url(");
    assertThat(page).contains("a&lt;script&gt;alert(1)&lt;_script&gt;&amp;");
    assertWellFormed(page);
  }

  /** But for what HTML leaves open, such as meta, it reads as XML: every element is closed. */
  private static void assertWellFormed(String page) throws Exception {
    String body = page.substring(page.indexOf("<main>"), page.indexOf("</main>") + 7);
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(body)));
    assertThat(document.getDocumentElement().getTagName()).isEqualTo("main");
  }

  @Test
  void aCliqueIsDrawnWithItsNeighbourhood() throws IOException {
    String page = page("max-clique");
    assertThat(page).contains("A clique of 5 and its neighbourhood");
    assertThat(page.split("class=\"within\"", -1)).hasSize(1 + 10);
    assertThat(page.split("class=\"focus\"", -1)).hasSize(1 + 5);
    assertThat(page.split("class=\"neighbor\"", -1)).hasSize(1 + 1);
  }

  @Test
  void motifsAreDrawnBesideTheirNumbers() throws IOException {
    String page = page("motifs --size 4");
    assertThat(page.split("class=\"pattern\"", -1)).hasSize(1 + 6);
    assertThat(page).contains("tailed-triangle");
  }

  @Test
  void estimatesWereNotDrawn() throws IOException {
    String page = page("clique-estimate --k 3..5 --samples 1000 --confidence 0.9");
    assertThat(page)
        .contains("Cliques by size, estimated", "size 4", "<td>exact</td>", "probability of 0.9");
    assertThat(page.split("<svg", -1).length).isGreaterThan(1);
  }

  @Test
  void textIsTextWhateverItHolds() {
    assertThat(Html.escape("<a href=\"x\" title='y'>&amp;\u0000\ud800</a>"))
        .isEqualTo("&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;\ufffd\ufffd&lt;/a&gt;");
    assertThat(Html.cut("𝄞𝄞𝄞𝄞", 3)).isEqualTo("𝄞𝄞…");
  }

  @Test
  void aPageThatCannotBeWrittenIsRefusedBeforeTheWork() {
    CommandLineRun run =
        CommandLineRun.of(
            "compute",
            "triangles",
            "--graph",
            graph.toString(),
            "--report",
            folder.resolve("nowhere/page.html").toString());
    assertThat(run.exitCode()).isEqualTo(5);
    assertThat(run.err()).contains("OUTPUT_UNWRITABLE");
    assertThat(run.out()).isEmpty();
  }
}
