package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.cli.browser.Browser;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the console shows of a standing job whose results hold what changed. */
final class ConsoleDifferenceTest {
  @TempDir private static Path folder;

  private static Browser browser;
  private static ConsoleService service;

  @BeforeAll
  static void start() {
    browser = Browser.open();
    service = new ConsoleService();
  }

  @AfterAll
  static void stop() {
    if (service != null) {
      service.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void aRunWithADifferenceShowsWhatChanged() throws Exception {
    EdgeSource complete = EdgeSource.of(0, 1, 0, 2, 0, 3, 0, 4, 1, 2, 1, 3, 1, 4, 2, 3, 2, 4, 3, 4);
    service
        .client()
        .publishSnapshot(SnapshotPlan.pairs("changing", 1, 5), PayloadCompressor.NONE, complete);
    service.followTriangles("differences", "changing");
    // Asked for before the worker has read of it, its page is not found at first.
    browser.go(service.page() + "#/standing");
    browser.see("tbody tr", "differences");
    browser.go(service.page() + "#/jobs/differences");
    browser.see(".badge", "standing");
    browser.see("[role=tab]", "Runs (0)");
    service.delta(folder, "changing", "1", "2", "- 0 1\n");
    browser.see(".figure", "Triangles");
    service.delta(folder, "changing", "2", "3", "- 0 2\n");
    browser.see(".card h2", "What changed since version 2");
    browser.see("tbody tr", "triangles75-2");
    browser.see(".card p", "hold only the vertices whose value changed");
    browser.see(".card h2", "Top of the changed vertices");
    browser.see("p", "All 4 rows were read");
    browser.picture("job-difference");
    service.delta(folder, "changing", "3", "4", "+ 7 8\n");
    browser.see(".card h2", "What changed since version 3");
    browser.see(".empty", "Every figure is what it was");
    browser.click("[role=tab]", "Runs (3)");
    browser.see("tbody tr", "5 (-2 triangles)");
    browser.see("tbody tr", "5 (no figure changed)");
    browser.picture("job-difference-runs");
    browser.click("tbody tr:last-child a", "");
    browser.click("[role=tab]", "Answer");
    browser.see(".figure", "Triangles");
    browser.go(service.page() + "#/standing");
    browser.see("tbody tr", "5 (no figure changed)");
    browser.go(service.page() + "#/jobs");
    browser.see("tbody tr", "5 (no figure changed)");
    assertThat(browser.complaints()).isEmpty();
    commandsTellOfTheSame();
  }

  private static void commandsTellOfTheSame() {
    String worker = service.page().replace("/console/", "");
    assertThat(CommandLineRun.of("standing", "--worker", worker).out())
        .containsPattern("(?m)^differences .*succeeded +5 \\(no figure changed\\) +4 ");
    assertThat(CommandLineRun.of("jobs", "--worker", worker).out())
        .containsPattern("(?m)^differences .* 5 \\(no figure changed\\)$");
    assertThat(CommandLineRun.of("job", "differences", "--worker", worker).out())
        .contains("since     version 3", "changed   no figure")
        .containsPattern("(?m)^ *3 .* 5 \\(no figure changed\\)$")
        .containsPattern("(?m)^ *2 .* 5 \\(-2 triangles\\)$")
        .containsPattern("(?m)^ *1 .* 7$");
    assertThat(CommandLineRun.of("job", "differences", "--run", "2", "--worker", worker).out())
        .contains("since     version 2", "changed   triangles 7 to 5");
  }

  /** Larger than what a worker counts within a test. */
  @Test
  void figuresOfAnySizeAreExact() {
    browser.go(service.page());
    String drawn =
        browser
            .run(
                """
                const figures = {
                  triangles: { before: '9007199254740993', after: '9007199254740994' },
                  '9-cliques': { before: '340282366920938463463374607431768211457', after: '0' },
                };
                const difference = { baseVersion: '18446744073709551615', figures };
                return import('/console/script/job/difference.js').then(
                    ({ differenceView }) => differenceView({ difference, pages: 1 }).textContent);
                """)
            .asText()
            .replace("\u202f", "");
    assertThat(drawn)
        .contains("since version 18446744073709551615")
        .contains("triangles90071992547409939007199254740994+1")
        .contains("0-340282366920938463463374607431768211457")
        .contains("Rows are whole");
    String inAList =
        browser
            .run(
                """
                const short = (by, figures) => ({ figures, figure: '9-cliques', by });
                return import('/console/script/job/difference.js').then(({ shortChange }) => [
                  shortChange(short('340282366920938463463374607431768211457', 1)),
                  shortChange(short('-9007199254740993', 2)),
                  shortChange(short('1', 4)),
                ].join(';'));
                """)
            .asText()
            .replace("\u202f", "");
    assertThat(inAList)
        .isEqualTo(
            "+340282366920938463463374607431768211457 9-cliques;"
                + "-9007199254740993 9-cliques, 1 more figure;+1 9-cliques, 3 more figures");
  }
}
