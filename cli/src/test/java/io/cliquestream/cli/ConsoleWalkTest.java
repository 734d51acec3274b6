package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.cli.browser.Browser;
import io.cliquestream.client.EdgeStream;
import io.cliquestream.v1.StreamDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * A walk through the console in a real browser: every view and every action, on a live worker with
 * a real broker. Steps follow each other, as on a day of an operator; each leaves a picture in
 * {@code target/console}.
 */
@Tag("long")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class ConsoleWalkTest {
  /** A random graph so dense that its maximum clique takes days. */
  private static final List<String> ENDLESS = List.of("er", "400", "160000", "1");

  private static final Path MEASUREMENTS = Path.of("target", "console", "measurements.txt");

  @TempDir private static Path folder;

  private static Browser browser;
  private static ConsoleService service;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.open();
    service = new ConsoleService();
    service.publish("social", "1", "rmat", "9", "8", "0.57", "0.19", "0.19", "7");
    service.publish("endless", "1", ENDLESS.toArray(String[]::new));
    browser.go(service.page());
    browser.see(".link-live", "Live");
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

  /** The figures are for people: nothing here asserts a time. */
  @Test
  @Order(0)
  void theFirstViewIsSmall() throws Exception {
    long bytes =
        browser
            .run(
                """
                return performance.getEntriesByType('resource')
                    .concat(performance.getEntriesByType('navigation'))
                    .filter(entry => entry.name.includes('/console/'))
                    .reduce((sum, entry) => sum + entry.transferSize, 0);
                """)
            .asLong();
    browser.await("return performance.getEntriesByName('first-view').length > 0");
    String times =
        browser
            .run(
                """
                const at = name => Math.round(performance.getEntriesByName(name)[0].startTime);
                return `first paint ${at('first-contentful-paint')} ms, overview ${at('first-view')} ms`;
                """)
            .asText();
    Files.createDirectories(MEASUREMENTS.getParent());
    Files.writeString(
        MEASUREMENTS,
        "first view: "
            + bytes
            + " bytes over the wire; after the start of the navigation: "
            + times
            + "\n");
    assertThat(bytes).isBetween(10_000L, 300_000L);
  }

  @Test
  @Order(1)
  void everyKindOfJobIsSubmittedAndItsAnswerDrawn() {
    submit("triangles", "walk-triangles", () -> browser.click("label", "Clustering"));
    browser.see(".figure", "Transitivity");
    browser.see(".card h2", "Local clustering coefficients");
    browser.see("svg.histogram", "Histogram of vertices");
    picture("job-triangles");

    submit(
        "k-cliques",
        "walk-k-cliques",
        () -> {
          browser.type("#option-sizes", "10..3");
          browser.click("button[type=submit]", "Submit");
          browser.see(".problem", "Sizes are a number from 1");
          browser.type("#option-sizes", "3..8");
          browser.see("code", "--k 3..8");
        });
    browser.see("svg.histogram", "Histogram of cliques by size: 6 bars");
    picture("job-k-cliques");

    submit("max-clique", "walk-max-clique", () -> browser.click("label", "All of them"));
    browser.see(".figure", "Clique number");
    browser.see("svg.graph", "clique 1 of");
    picture("job-max-clique");

    submit("maximal-cliques", "walk-maximal", () -> browser.type("#option-limit", "200"));
    browser.see("svg.histogram", "maximal cliques");
    browser.see("svg.graph", "other listed cliques");
    browser.click("button", "After");
    browser.see("svg.graph", "clique 2 of 200");
    browser.click("button", "Draw the graph around it");
    browser.see("svg.graph", "of the graph around it");
    browser.see("figcaption", "every edge among them");
    picture("job-maximal-cliques");

    submit("motifs", "walk-motifs", () -> browser.type("#option-size", "4"));
    browser.see(".bars li", "tailed-triangle");
    browser.see("svg.glyph", "diamond");
    picture("job-motifs");

    submit(
        "match",
        "walk-match",
        () -> {
          browser.type("#option-edges", "0-1,1-2,2-0,3-");
          browser.see("figcaption", "Not yet");
          browser.type("#option-edges", "0-1,0-2,1-2,1-3,2-3");
          browser.see("svg.glyph", "The pattern: 4 vertices, 5 edges");
          browser.type("#option-limit", "60");
          picture("submit");
        });
    browser.see(".figure", "Matches");
    browser.see("svg.graph", "match 1 of 60");
    picture("job-match");

    submit("list-cliques", "walk-list", () -> browser.type("#option-k", "3"));
    browser.see(".figure", "Cliques listed");
    browser.see("svg.graph", "clique 1 of");
  }

  @Test
  @Order(2)
  void aJobShowsItsCourseItsRequestAndTheCommandThatRepeatsIt() {
    browser.go(service.page() + "#/jobs/walk-k-cliques");
    browser.click("[role=tab]", "Timeline and cost");
    browser.see(".timeline li", "committed");
    browser.see(".card h2", "Predicted and actual");
    picture("job-course");
    browser.click("[role=tab]", "Request");
    browser.see("code", "./cliquestream submit k-cliques --graph-id social --k 3..8");
    browser.see("pre", "\"smallestK\": 3");
    browser.see(".facts", "partition");
    assertThat(browser.address()).contains("tab=request");
    browser.back();
    browser.see("[role=tab][aria-selected=true]", "Timeline");
    browser.click("a", "Submit again");
    browser.see("code", "submit k-cliques --graph-id social --k 3..8");
    assertThat(browser.value("#option-sizes")).isEqualTo("3..8");
  }

  @Test
  @Order(3)
  void jobsAreFilteredByTheAddress() {
    browser.go(service.page() + "#/jobs");
    browser.see("tbody", "walk-motifs");
    browser.choose("select[name=kind]", "match");
    browser.see("tbody", "walk-match");
    browser.seeNo("tbody", "walk-motifs");
    assertThat(browser.address()).contains("kind=match");
    browser.type("input[name=text]", "nothing-like-it");
    browser.see(".empty", "No job fits");
    browser.reload();
    browser.see(".empty", "No job fits");
    assertThat(browser.value("input[name=text]")).isEqualTo("nothing-like-it");
    browser.click("button", "Clear");
    browser.see("tbody", "walk-motifs");
    browser.choose("#times", "utc");
    browser.see("tbody time", "Z");
    browser.choose("#times", "relative");
    browser.seeNo("tbody time", "Z");
    picture("jobs");
    for (int i = 0; i < 60; i++) {
      service.submitTriangles("many-" + i, "many");
    }
    browser.go(service.page() + "#/jobs?tenant=many");
    browser.see(".pager", "1 – 50 of 60 jobs");
    browser.click(".pager button", "Next");
    browser.see(".pager", "51 – 60 of 60 jobs");
    browser.see("tbody", "many-0");
    browser.back();
    browser.see(".pager", "1 – 50 of 60 jobs");
    browser.go(service.page() + "#/jobs/no-such-job");
    browser.see(".failure", "NOT_FOUND");
  }

  @Test
  @Order(4)
  void aRunningJobIsSeenToRunAndCancelled() {
    submit("max-clique", "walk-endless", "endless", () -> {});
    browser.see(".badge", "computing");
    picture("job-running");
    browser.click("[role=tab]", "Timeline and cost");
    browser.see(".timeline li", "queued");
    browser.see(".timeline li", "prepared");
    browser.see(".timeline .step-open", "computed");
    browser.see(".bars li", "predicted processor time");
    browser.click("button", "Cancel …");
    browser.see("dialog", "Cancel job walk-endless?");
    browser.type("#dialog-note", "seen enough");
    browser.click("dialog button", "Cancel the job");
    browser.see(".badge", "cancelled");
    browser.see(".failure", "seen enough");
  }

  @Test
  @Order(5)
  void aStandingJobRunsOnEveryVersionUntilItIsCancelled() throws Exception {
    submit(
        "triangles",
        "walk-standing",
        () -> {
          browser.choose("#job-trigger", "version");
          browser.choose("#option-resultScope", "difference");
          browser.click("label", "Alerts");
          browser.type("#option-alert-touches", "1;2");
          browser.click("button[type=submit]", "Submit");
          browser.see(".problem", "ids of vertices such as 7,9");
          browser.type("#option-alert-touches", "1,2");
          browser.see("code", "--every-version --difference --alert --alert-touches 1,2");
          browser.type("#job-secret", "opens it");
          browser.see("code", "--cancel-secret-file FILE");
          picture("submit-standing");
        });
    // The first run says what it tells from.
    browser.see("[role=tab]", "Runs (1)");
    service.delta(folder, "social", "1", "2");
    browser.see("[role=tab]", "Runs (2)");
    service.delta(folder, "social", "2", "3");
    browser.see("[role=tab]", "Runs (3)");
    browser.click("[role=tab]", "Runs (3)");
    browser.see("tbody", "succeeded");
    browser.see("svg.run-line", "3 runs, 0 without success");
    browser.click("[role=tab]", "Request");
    browser.see("code", "--cancel-secret-file FILE --difference --alert --alert-touches 1,2");
    browser.go(service.page() + "#/standing");
    browser.see("svg.run-line", "3 runs, 0 without success");
    picture("standing");
    browser.click("tbody button", "Cancel …");
    browser.type("#dialog-secret", "opens it");
    browser.click("dialog button", "Cancel the job");
    browser.see(".empty", "No job stands");
  }

  @Test
  @Order(6)
  void graphsShowTheirVersionsAndOneIsRetired() {
    browser.go(service.page() + "#/graphs");
    browser.see("tbody", "social");
    picture("graphs");
    browser.click("tbody a", "social");
    browser.see(".chain", "3 delta");
    browser.see("tbody", "in memory");
    picture("graph");
    // A version that a delta builds on stays: the refusal is read where it was asked.
    browser.click("tr:last-child button", "Retire …");
    browser.click("dialog button", "Retire the version");
    browser.see("dialog .problem", "CONFLICT");
    browser.click("dialog button", "Go back");
    browser.click("tr:first-child button", "Retire …");
    browser.type("#dialog-note", "no longer wanted");
    browser.click("dialog button", "Retire the version");
    browser.see(".badge", "retired");
  }

  @Test
  @Order(7)
  void deadLettersAreReadReplayedAndDiscarded() throws Exception {
    service.garbage("social");
    browser.go(service.page() + "#/dead-letters");
    browser.see("tbody", "RECORD_UNDECODABLE");
    picture("dead-letters");
    browser.click("tbody th a", "");
    browser.see(".code", "");
    browser.see("tbody", "dlq");
    picture("dead-letter");
    browser.click("button", "Replay …");
    browser.type("#dialog-note", "tried again");
    browser.click("dialog button", "Write it again");
    browser.see(".badge", "replayed");
    browser.see(".facts", "tried again");
    // What was wrong still is: the record comes back as another letter.
    browser.go(service.page() + "#/dead-letters");
    browser.click("tbody th a", "");
    browser.click("button", "Discard …");
    browser.click("dialog button", "Discard it");
    browser.see(".badge", "discarded");
    browser.go(service.page() + "#/dead-letters");
    browser.see(".empty", "No dead letter fits");
    browser.go(service.page() + "#/dead-letters?state=all");
    browser.see("tbody", "discarded");
  }

  @Test
  @Order(8)
  void theGroupAndThisWorkerAreShown() {
    browser.go(service.page() + "#/workers");
    browser.see("h2", "console-worker");
    picture("workers");
    browser.go(service.page() + "#/lanes");
    browser.see(".meter", "lanes busy");
    picture("lanes");
    browser.go(service.page() + "#/partitions");
    browser.see("tbody", "console-worker");
    picture("partitions");
    browser.go(service.page() + "#/configuration");
    browser.type("input[name=text]", "instance");
    browser.see("tbody", "console-worker");
    browser.see("tbody", "flag");
    picture("configuration");
    browser.go(service.page() + "#/build");
    browser.see(".facts", "Java");
    picture("build");
    browser.go(service.page() + "#/nowhere");
    browser.see("h1", "No such page");
  }

  @Test
  @Order(9)
  void aStreamOfChangesAndItsAlertsAreShown() throws Exception {
    try (EdgeStream stream = service.client().stream("river")) {
      stream.define(
          StreamDefinition.newBuilder().setCreateGraph(true).setWindowEvents(1_000).build());
      stream.insert(1, 2);
      stream.insert(2, 3);
      stream.flush();
      service.tellOfTriangles("walk-alerts", "river");
      browser.go(service.page() + "#/streams");
      browser.see("tbody", "river");
      browser.see("tbody .badge", "running");
      browser.see("tbody", "2 of the last");
      picture("streams");
      browser.click("tbody a", "river");
      browser.see("h2", "Stream of changes");
      // What is there at its first run is no news.
      browser.go(service.page() + "#/jobs/walk-alerts");
      browser.see(".figure", "Triangles");
      browser.see("[role=tab]", "Alerts (0)");
      browser.go(service.page() + "#/alerts");
      browser.see(".empty", "No alert fits");
      stream.insert(3, 1);
      stream.flush();
      long sent = System.nanoTime();
      browser.see("tbody", "1 2 3");
      measured("an alert of a change: on the page", sent, "the broker had the event");
    }
    browser.see("tbody .badge", "appeared");
    browser.see("tbody", "edge 1 – 3 came");
    picture("alerts");
    browser.choose("select[name=kind]", "vanished");
    browser.see(".empty", "No alert fits");
    browser.choose("select[name=kind]", "");
    browser.click("tbody a", "walk-alerts");
    browser.see("[role=tab][aria-selected=true]", "Alerts (1)");
    browser.see("tbody", "1 2 3");
    browser.click("button", "Cancel …");
    browser.click("dialog button", "Cancel the job");
    browser.see(".badge", "cancelled");
  }

  @Test
  @Order(10)
  void theOverviewShowsWhatHappensElsewhereWithoutBeingAsked() throws Exception {
    browser.go(service.page());
    browser.see(".figure", "Workers ready");
    browser.see("h2", "Health");
    browser.seeNo("tbody", "from-elsewhere");
    service.submitTriangles("from-elsewhere", "");
    long submitted = System.nanoTime();
    browser.see("tbody tr", "from-elsewhere");
    measured("a job of another client: on the page", submitted, "the broker had it");
    picture("overview");
  }

  @Test
  @Order(11)
  void nothingWasRefusedByTheBrowser() {
    assertThat(browser.complaints())
        .allMatch(line -> line.contains("404") || line.contains("409"))
        .noneMatch(line -> line.contains("Content Security Policy"));
  }

  /** Last: the worker is told to end. */
  @Test
  @Order(12)
  void aWorkerIsDrained() throws Exception {
    browser.go(service.page() + "#/workers");
    browser.click("button", "Drain …");
    browser.type("#dialog-note", "going home");
    browser.click("dialog button", "Drain the worker");
    browser.see("#notices", "Worker console-worker was told to end");
    String why =
        service
            .worker()
            .drainAsked()
            .toCompletionStage()
            .toCompletableFuture()
            .get(60, TimeUnit.SECONDS);
    assertThat(why).contains("anonymous");
  }

  private static void submit(String kind, String id, Runnable options) {
    submit(kind, id, "social", options);
    browser.see(".badge", id.equals("walk-standing") ? "standing" : "succeeded");
  }

  private static void submit(String kind, String id, String graph, Runnable options) {
    browser.go(service.page() + "#/submit?kind=" + kind + "&graph=" + graph);
    browser.see("code", "submit " + kind + " --graph-id " + graph);
    browser.type("#job-jobId", id);
    options.run();
    browser.click("button[type=submit]", "Submit");
    browser.see("h1", "Job " + id);
  }

  private static void measured(String what, long since, String from) throws IOException {
    Files.writeString(
        MEASUREMENTS,
        "%s %d ms after %s%n".formatted(what, (System.nanoTime() - since) / 1_000_000, from),
        StandardOpenOption.APPEND);
  }

  private static void picture(String name) {
    browser.picture(name);
  }
}
