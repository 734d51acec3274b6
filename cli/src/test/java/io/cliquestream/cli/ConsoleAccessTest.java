package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.cli.browser.Browser;
import io.cliquestream.cli.browser.Keys;
import io.cliquestream.client.EdgeStream;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.worker.service.WorkerSchema;
import io.cliquestream.worker.service.WorkerService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The console by keyboard alone, on a narrow screen, in the dark, and to a screen reader. */
@Tag("long")
final class ConsoleAccessTest {
  private static final List<String> VIEWS =
      List.of(
          "",
          "#/jobs",
          "#/jobs/known",
          "#/jobs/known?tab=course",
          "#/jobs/known?tab=request",
          "#/submit?kind=match",
          "#/jobs/rings",
          "#/jobs/rings?tab=alerts",
          "#/standing",
          "#/alerts",
          "#/graphs",
          "#/graphs/social",
          "#/graphs/river",
          "#/streams",
          "#/dead-letters?state=all",
          "#/dead-letters/0-0",
          "#/workers",
          "#/lanes",
          "#/partitions",
          "#/configuration",
          "#/build");

  /** Texts whose contrast with what lies behind them is below 4.5 (WCAG 2.2, 1.4.3). */
  private static final String FAINT_TEXTS =
      """
      const channels = text => text.match(/[\\d.]+/g).map(Number);
      const light = ([r, g, b]) => [r, g, b].map(c => c / 255)
          .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
          .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
      const behind = e => {
        for (; e; e = e.parentElement) {
          const colour = getComputedStyle(e).backgroundColor;
          if (colour.startsWith('rgb(')) return channels(colour);
        }
        return [255, 255, 255];
      };
      const faint = [];
      for (const e of document.querySelectorAll('body *')) {
        const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
        if (!own || !e.checkVisibility() || e.closest('svg, :disabled, .unseen')) continue;
        const style = getComputedStyle(e);
        if (!style.color.startsWith('rgb(')) continue;
        const [a, b] = [light(channels(style.color)), light(behind(e))].sort((x, y) => y - x);
        const contrast = (a + 0.05) / (b + 0.05);
        if (contrast < 4.5) faint.push(e.textContent.trim().slice(0, 40) + ' ' + contrast.toFixed(2));
      }
      return faint;
      """;

  /** What can be operated and has no name that could be read out. */
  private static final String NAMELESS =
      """
      return [...document.querySelectorAll('a, button, input, select, textarea, [role=img], [role=meter]')]
          .filter(e => e.checkVisibility())
          .filter(e => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length
              || e.getAttribute('aria-labelledby')))
          .map(e => e.outerHTML.slice(0, 120));
      """;

  private static final String HAS_NAME =
      """
      const e = document.activeElement;
      return [e.getAttribute('aria-label'), e.name, e.textContent.trim()].includes(arguments[0]);
      """;

  private static Browser browser;
  private static ConsoleService service;

  /** Each view by the navigation's name of it, which is its heading, too. */
  private static final List<String> NAVIGATION =
      List.of(
          "Jobs",
          "Submit a job",
          "Standing jobs",
          "Alerts",
          "Graphs",
          "Streams of changes",
          "Dead letters",
          "Workers",
          "Lanes and devices",
          "Partitions and lag",
          "Configuration",
          "Build",
          "Overview");

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.open();
    service = new ConsoleService();
    service.publish("social", "1", "rmat", "8", "8", "0.57", "0.19", "0.19", "7");
    var answered =
        service
            .client()
            .run(
                JobRequest.newBuilder()
                    .setJobId("known")
                    .setGraphId("social")
                    .setKCliqueCount(KCliqueCount.newBuilder().setAllK(true))
                    .build(),
                Duration.ofSeconds(90));
    assertThat(answered.succeeded()).isTrue();
    browser.go(service.page());
    browser.see("tbody", "known");
    fill();
  }

  /**
   * A stream, a standing job with an alert, and a dead letter: views are looked at with content.
   */
  private static void fill() throws Exception {
    service.garbage("social");
    try (EdgeStream stream = service.client().stream("river")) {
      stream.define(
          StreamDefinition.newBuilder().setCreateGraph(true).setWindowEvents(1_000).build());
      stream.insert(1, 2);
      stream.insert(2, 3);
      stream.flush();
      service.tellOfTriangles("rings", "river");
      // What is there at its first run is no news.
      browser.go(service.page() + "#/jobs/rings");
      browser.see(".figure", "Triangles");
      stream.insert(3, 1);
      stream.flush();
    }
    browser.go(service.page() + "#/alerts");
    browser.see("tbody", "1 2 3");
    browser.go(service.page() + "#/dead-letters");
    browser.see("tbody", "RECORD_UNDECODABLE");
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

  @BeforeEach
  void largeAndLight() {
    browser.resize(1360, 900);
    browser.prefer("light");
  }

  @Test
  void aJobIsSubmittedLookedAtAndCancelledWithTheKeyboardAlone() {
    browser.go("about:blank");
    browser.go(service.page());
    browser.see("tbody", "known");
    browser.press(Keys.TAB);
    assertThat(browser.focused()).contains("Skip to the content");
    browser.press(Keys.ENTER);
    browser.await("return document.activeElement.id === 'main'");
    tabTo("All jobs");
    browser.press(Keys.ENTER);
    browser.see("h1", "Jobs");
    // Readers learn where they are: the heading has the focus, and the next stop is in the content.
    browser.await("return document.activeElement.id === 'title'");
    tabTo("Submit a job");
    browser.press(Keys.ENTER);
    browser.see("h1", "Submit a job");
    tabTo("kind");
    browser.press(Keys.DOWN, Keys.DOWN, Keys.DOWN, Keys.DOWN);
    browser.see("legend", "Options of Motif census");
    tabTo("graphId");
    browser.press("social");
    tabTo("trigger");
    browser.press(Keys.DOWN);
    browser.see("code", "--every-version");
    tabTo("jobId");
    browser.press("by-keyboard");
    tabTo("size");
    browser.press(Keys.END, "\uE003", "5");
    browser.see("code", "--size 5");
    tabTo("Submit");
    browser.press(Keys.ENTER);
    browser.see("h1", "Job by-keyboard");
    browser.see("[role=tab]", "Runs (0)");
    tabTo("Cancel …");
    browser.press(Keys.ENTER);
    browser.see("dialog", "Cancel job by-keyboard?");
    browser.press(Keys.ESCAPE);
    browser.seeNo("dialog", "Cancel job");
    assertThat(browser.focused()).contains("Cancel …");
    tabTo("Answer");
    browser.press(Keys.RIGHT);
    browser.see("[role=tab][aria-selected=true]", "Timeline");
    browser.press(Keys.END);
    browser.see("[role=tab][aria-selected=true]", "Runs");
    browser.press(Keys.HOME);
    browser.see("[role=tab][aria-selected=true]", "Answer");
    assertThat(browser.focused()).contains("Answer");
    browser.go(service.page() + "#/jobs/by-keyboard");
    tabTo("Cancel …");
    browser.press(Keys.ENTER);
    browser.press("enough");
    browser.press(Keys.TAB, Keys.TAB, Keys.ENTER);
    browser.see(".badge", "cancelled");
  }

  @Test
  void everyViewAndEveryActionIsReachedWithTheKeyboardAlone() {
    service.publish("passing", "1", "er", "20", "60", "1");
    browser.go("about:blank");
    browser.go(service.page());
    browser.see("tbody", "known");
    browser.press(Keys.TAB, Keys.ENTER);
    browser.await("return document.activeElement.id === 'main'");
    NAVIGATION.forEach(ConsoleAccessTest::visit);

    visit("Graphs");
    browser.see("tbody", "passing");
    follow("passing");
    act("Retire …", "Retire version 1 of passing?");
    browser.see(".badge", "retired");

    visit("Dead letters");
    browser.see("tbody", "RECORD_UNDECODABLE");
    String first = browser.text("tbody th a");
    follow(first);
    act("Replay …", "Replay dead letter " + first + "?");
    browser.see(".badge", "replayed");

    // What was wrong still is: the record comes back as another letter.
    visit("Dead letters");
    browser.seeNo("tbody th a", first);
    browser.see("tbody", "RECORD_UNDECODABLE");
    String second = browser.text("tbody th a");
    follow(second);
    act("Discard …", "Discard dead letter " + second + "?");
    browser.see(".badge", "discarded");

    visit("Standing jobs");
    browser.see("tbody", "rings");
    act("Cancel …", "Cancel standing job rings?");
    browser.see(".empty", "No job stands");

    visit("Workers");
    browser.see("h2", "console-worker");
    act("Drain …", "Drain worker console-worker?");
    browser.see("#notices", "Worker console-worker was told to end");
  }

  /** Goes back from the content to the navigation, and to a view. */
  private static void visit(String view) {
    reach(() -> browser.pressWith(Keys.SHIFT, Keys.TAB), view);
    browser.press(Keys.ENTER);
    browser.see("h1", view);
    browser.await("return document.activeElement.id === 'title'");
  }

  private static void follow(String link) {
    tabTo(link);
    browser.press(Keys.ENTER);
    browser.see("h1", link);
    browser.await("return document.activeElement.id === 'title'");
  }

  /** Presses a button, gives a note in the dialog, and agrees. */
  private static void act(String button, String question) {
    tabTo(button);
    browser.press(Keys.ENTER);
    browser.see("dialog", question);
    browser.press("by keyboard");
    browser.press(Keys.TAB, Keys.TAB, Keys.ENTER);
    browser.seeNo("dialog", question);
  }

  @Test
  void nothingIsWiderThanANarrowScreen() {
    browser.resize(390, 844);
    for (String view : VIEWS) {
      show(view);
      assertThat(browser.run("return document.documentElement.scrollWidth").asInt())
          .as(view)
          .isLessThanOrEqualTo(390);
    }
    browser.picture("narrow-build");
    for (String view :
        List.of("alerts", "streams", "dead-letters", "graphs", "submit", "workers")) {
      show("#/" + view);
      browser.picture("narrow-" + view);
    }
    browser.click("button", "Menu");
    browser.click(".views a", "Jobs");
    browser.see("h1", "Jobs");
    browser.await("return document.getElementById('menu').ariaExpanded === 'false'");
    browser.see("td", "k-cliques");
    browser.picture("narrow-jobs");
    browser.go(service.page() + "#/jobs/known");
    browser.see("svg.histogram", "");
    browser.picture("narrow-job");
  }

  @Test
  void everyTextIsReadableInLightAndDark() {
    for (String scheme : List.of("light", "dark")) {
      browser.prefer(scheme);
      for (String view : VIEWS) {
        show(view);
        assertThat(texts(browser.run(FAINT_TEXTS))).as(scheme + " " + view).isEmpty();
      }
    }
    browser.go(service.page());
    browser.see("tbody", "known");
    browser.picture("dark-overview");
    for (String view : List.of("alerts", "streams", "standing", "graphs", "submit", "workers")) {
      show("#/" + view);
      browser.picture("dark-" + view);
    }
    browser.go(service.page() + "#/jobs/known");
    browser.see("svg.histogram", "");
    browser.picture("dark-job");
    String dark = background();
    browser.choose("#theme", "light");
    assertThat(background()).isNotEqualTo(dark);
    browser.reload();
    browser.see("svg.histogram", "");
    assertThat(background()).isNotEqualTo(dark);
    browser.choose("#theme", "system");
    assertThat(background()).isEqualTo(dark);
  }

  @Test
  void everythingThatCanBeOperatedHasAName() {
    for (String view : VIEWS) {
      show(view);
      assertThat(texts(browser.run(NAMELESS))).as(view).isEmpty();
      assertThat(browser.run("return document.querySelectorAll('main h1').length").asInt())
          .as(view)
          .isEqualTo(1);
    }
  }

  @Test
  void aViewerLooksAndDoesNotAct() {
    String prefix = "viewer.";
    CommandLineRun topics =
        CommandLineRun.of(
            "topics", "create", "--bootstrap", service.bootstrap(), "--topic-prefix", prefix);
    assertThat(topics.exitCode()).as(topics.err()).isZero();
    try (WorkerService worker =
        WorkerService.start(
            WorkerSchema.schema()
                .load(
                    null,
                    Map.of(),
                    Map.of(
                        "kafka.bootstrap", service.bootstrap(),
                        "kafka.topic-prefix", prefix,
                        "kafka.group-id", "viewers",
                        "http.anonymous-role", "viewer",
                        "http.port", "0")))) {
      browser.go(worker.httpAddress() + "/console/#/submit?graph=social");
      browser.see("#asker", "viewer");
      browser.see("form.submit", "You may look, not act");
      assertThat(browser.run("return document.querySelector('[type=submit]').disabled").asBoolean())
          .isTrue();
      browser.go(worker.httpAddress() + "/console/#/workers");
      browser.see("h2", "running");
      browser.await("return document.querySelector('button.danger').disabled");
    }
  }

  private static void show(String view) {
    browser.go(service.page() + view);
    browser.await(
        "const main = document.getElementById('main');"
            + "return main.ariaBusy === 'false' && main.querySelector('h1') !== null");
  }

  private static String background() {
    return browser
        .run("return getComputedStyle(document.documentElement).backgroundColor")
        .asText();
  }

  /**
   * Presses Tab until an element is reached; each stop on the way must be seen to have the focus.
   */
  private static void tabTo(String name) {
    reach(() -> browser.press(Keys.TAB), name);
  }

  private static void reach(Runnable step, String name) {
    for (int stop = 0; stop < 120; stop++) {
      step.run();
      assertThat(
              browser
                  .run(
                      "const e = document.activeElement; const s = getComputedStyle(e);"
                          + "return e === document.body || s.outlineStyle !== 'none'"
                          + " || getComputedStyle(e.parentElement).outlineStyle !== 'none'")
                  .asBoolean())
          .as("the focus on " + browser.focused())
          .isTrue();
      if (browser.run(HAS_NAME, name).asBoolean()) {
        return;
      }
    }
    throw new AssertionError("the keyboard does not reach " + name);
  }

  private static List<String> texts(JsonNode array) {
    var found = new java.util.ArrayList<String>();
    array.forEach(one -> found.add(one.asText()));
    return found;
  }
}
