package io.cliquestream.cli.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assumptions;

/**
 * A real, headless Chromium with one page, led as a person leads it: it clicks what can be seen,
 * types, and waits until something is there. {@link WebDriver} speaks to it.
 */
public final class Browser implements AutoCloseable {
  /** How long one waits for something to appear: what comes never, comes not within it either. */
  private static final Duration PATIENCE = Duration.ofSeconds(45);

  private static final Path PICTURES = Path.of("target", "console");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

  /** The first visible element of a selector whose text or label contains a text. */
  private static final String FIND =
      """
      const [selector, text] = arguments;
      const label = e => (e.getAttribute('aria-label') ?? '') + ' ' + e.textContent;
      return [...document.querySelectorAll(selector)]
          .find(e => e.checkVisibility() && label(e).includes(text)) ?? null;
      """;

  private final WebDriver driver;

  private Browser(WebDriver driver) {
    this.driver = driver;
  }

  /** Opens a browser; without one on this machine the test is skipped, and says so. */
  public static Browser open() {
    var driver = WebDriver.find();
    Assumptions.assumeTrue(
        driver.isPresent(),
        "no chromedriver on the PATH: install Debian's packages chromium and chromium-driver");
    return new Browser(WebDriver.start(driver.get()));
  }

  /** Goes to an address. */
  public void go(String address) {
    driver.post("/url", body("url", address));
  }

  /** The address shown. */
  public String address() {
    return driver.get("/url").asText();
  }

  /** The browser's own button. */
  public void back() {
    driver.post("/back", JSON.createObjectNode());
  }

  /** Reads the page anew. */
  public void reload() {
    driver.post("/refresh", JSON.createObjectNode());
  }

  /** Waits for a visible element that contains a text. */
  public void see(String selector, String text) {
    find(selector, text);
  }

  /** Waits until there is no such visible element. */
  public void seeNo(String selector, String text) {
    until(
        () -> run(FIND, selector, text).isNull(),
        () -> "still there: " + selector + " with '" + text + "'");
  }

  /** Clicks an element where a person would. */
  public void click(String selector, String text) {
    onElement(selector, text, id -> driver.post("/element/" + id + "/click", json()));
  }

  /** Puts a text into a field, in place of what it holds, as from a keyboard. */
  public void type(String selector, String text) {
    String keys = Keys.CONTROL + "a" + Keys.RELEASE + (text.isEmpty() ? Keys.DELETE : text);
    onElement(selector, "", id -> driver.post("/element/" + id + "/value", body("text", keys)));
  }

  /** Chooses an option of a select by its value. */
  public void choose(String selector, String value) {
    find(selector, "");
    // Options are no elements of their own in every browser: choosing is setting and telling.
    run(
        """
        const [selector, value] = arguments;
        const field = document.querySelector(selector);
        if (![...field.options].some(option => option.value === value)) {
          throw new Error('no option ' + value);
        }
        field.value = value;
        field.dispatchEvent(new Event('change', { bubbles: true }));
        """,
        selector,
        value);
  }

  /** Presses a key, or types characters, where the focus is. */
  public void press(String... keys) {
    var actions = JSON.createArrayNode();
    for (String key : keys) {
      key.codePoints()
          .forEach(
              point -> {
                String one = Character.toString(point);
                actions.add(body("type", "keyDown").put("value", one));
                actions.add(body("type", "keyUp").put("value", one));
              });
    }
    keyboard(actions);
  }

  /** Presses a key while another one is held down. */
  public void pressWith(String held, String key) {
    var actions = JSON.createArrayNode();
    actions.add(body("type", "keyDown").put("value", held));
    actions.add(body("type", "keyDown").put("value", key));
    actions.add(body("type", "keyUp").put("value", key));
    actions.add(body("type", "keyUp").put("value", held));
    keyboard(actions);
  }

  private void keyboard(ArrayNode actions) {
    ObjectNode keyboard = body("type", "key").put("id", "keyboard");
    keyboard.set("actions", actions);
    ObjectNode body = json();
    body.putArray("actions").add(keyboard);
    driver.post("/actions", body);
  }

  /** Text and label of the element that has the focus. */
  public String focused() {
    return run("""
            const e = document.activeElement;
            return [e.getAttribute('aria-label'), e.name, e.id, e.textContent].join(' ').trim();
            """)
        .asText();
  }

  /** Text of the first element of a selector. */
  public String text(String selector) {
    return run("return document.querySelector(arguments[0])?.innerText ?? ''", selector).asText();
  }

  /** Value of a field. */
  public String value(String selector) {
    return run("return document.querySelector(arguments[0]).value", selector).asText();
  }

  /** Runs a script in the page; its arguments are texts. */
  public JsonNode run(String script, String... arguments) {
    ObjectNode body = body("script", script);
    var given = body.putArray("args");
    for (String argument : arguments) {
      given.add(argument);
    }
    return driver.post("/execute/sync", body);
  }

  /** Waits until a script gives true. */
  public void await(String script, String... arguments) {
    until(() -> run(script, arguments).asBoolean(), () -> "never: " + script);
  }

  /** Makes the page as large as a device's screen. */
  public void resize(int width, int height) {
    ObjectNode parameters = json();
    parameters.put("width", width).put("height", height).put("deviceScaleFactor", 1);
    parameters.put("mobile", false);
    command("Emulation.setDeviceMetricsOverride", parameters);
  }

  /** What the system prefers: light or dark. */
  public void prefer(String scheme) {
    ObjectNode parameters = json();
    parameters.putArray("features").add(body("name", "prefers-color-scheme").put("value", scheme));
    command("Emulation.setEmulatedMedia", parameters);
  }

  /** What the page wrote to its console as a warning or an error since it was asked last. */
  public List<String> complaints() {
    List<String> found = new ArrayList<>();
    for (JsonNode entry : driver.post("/se/log", body("type", "browser"))) {
      if (!entry.path("level").asText().equals("INFO")) {
        found.add(entry.path("message").asText());
      }
    }
    return found;
  }

  /** Keeps a picture of the whole page among the build's files. */
  public void picture(String name) {
    run("scrollTo(0, 0); document.getElementById('notices')?.replaceChildren()");
    ObjectNode parameters = json().put("captureBeyondViewport", true).put("format", "png");
    String picture = command("Page.captureScreenshot", parameters).path("data").asText();
    try {
      Files.createDirectories(PICTURES);
      Files.write(PICTURES.resolve(name + ".png"), Base64.getDecoder().decode(picture));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    driver.close();
  }

  private JsonNode command(String name, ObjectNode parameters) {
    ObjectNode body = body("cmd", name);
    body.set("params", parameters);
    return driver.post("/goog/cdp/execute", body);
  }

  private String find(String selector, String text) {
    String[] id = new String[1];
    until(
        () -> {
          JsonNode found = run(FIND, selector, text);
          id[0] = found.path(ELEMENT).asText();
          return !found.isNull();
        },
        () -> "no " + selector + " with '" + text + "' at " + address() + ":\n" + text("body"));
    return id[0];
  }

  /** Finds and acts again where the page was drawn anew in between, or something lies above. */
  private void onElement(String selector, String text, java.util.function.Consumer<String> act) {
    WebDriverException[] last = new WebDriverException[1];
    until(
        () -> {
          try {
            act.accept(find(selector, text));
            return true;
          } catch (WebDriverException e) {
            if (!e.passes()) {
              throw e;
            }
            last[0] = e;
            return false;
          }
        },
        () -> selector + " with '" + text + "': " + last[0]);
  }

  private static void until(
      BooleanSupplier condition, java.util.function.Supplier<String> otherwise) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(otherwise.get());
      }
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
    }
  }

  private static ObjectNode json() {
    return JSON.createObjectNode();
  }

  private static ObjectNode body(String name, String value) {
    return JSON.valueToTree(Map.of(name, value));
  }
}
