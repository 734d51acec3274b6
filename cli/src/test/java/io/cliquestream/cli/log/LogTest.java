package io.cliquestream.cli.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cliquestream.worker.config.LogSettings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What lines of the log look like, and which are held back. */
final class LogTest {
  private final LoggerContext logging = new LoggerContext();
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final AtomicLong clock = new AtomicLong();
  private final RepeatedWarnings repeats = new RepeatedWarnings(clock::get);

  @BeforeEach
  void start() {
    logging.setMDCAdapter(new LogbackMDCAdapter());
    lines.setContext(logging);
    lines.start();
    repeats.setContext(logging);
    repeats.start();
    var root = logging.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.addAppender(lines);
    root.setLevel(Level.INFO);
    logging.addTurboFilter(repeats);
  }

  @AfterEach
  void stop() {
    logging.stop();
  }

  @Test
  void aLineIsOneJsonObjectWithItsFields() throws Exception {
    logging
        .getLogger("io.cliquestream.Example")
        .atWarn()
        .addKeyValue("job", "a \"job\"\nof two lines")
        .addKeyValue("partition", 3)
        .addKeyValue("message", "not this one")
        .setCause(new IllegalStateException("broken"))
        .log("it {}", "failed");
    String text = new String(new JsonLineEncoder().encode(lines.list.getFirst()), UTF_8);
    assertThat(text).endsWith("}\n");
    assertThat(text.strip()).doesNotContain("\n");
    JsonNode line = new ObjectMapper().readTree(text);
    assertThat(Instant.parse(line.get("time").asText())).isBeforeOrEqualTo(Instant.now());
    assertThat(line.get("level").asText()).isEqualTo("WARN");
    assertThat(line.get("logger").asText()).isEqualTo("io.cliquestream.Example");
    assertThat(line.get("thread").asText()).isEqualTo(Thread.currentThread().getName());
    assertThat(line.get("message").asText()).isEqualTo("it failed");
    assertThat(line.get("job").asText()).isEqualTo("a \"job\"\nof two lines");
    assertThat(line.get("partition").asInt()).isEqualTo(3);
    assertThat(line.get("error").asText()).startsWith("java.lang.IllegalStateException: broken");
  }

  @Test
  void anOutageOfTheBrokerWroteTwelveHundredLinesInEightySeconds() {
    var client = logging.getLogger("org.apache.kafka.clients.NetworkClient");
    for (int i = 0; i < 1_200; i++) {
      client.warn("[Producer clientId=w] Connection to node {} could not be established.", i);
    }
    client.warn("[Producer clientId=w] Bootstrap broker disconnected");
    clock.addAndGet(TimeUnit.SECONDS.toNanos(RepeatedWarnings.WINDOW_SECONDS));
    repeats.sweep();
    assertThat(texts())
        .hasSize(RepeatedWarnings.SHOWN + 2)
        .contains("[Producer clientId=w] Bootstrap broker disconnected")
        .last()
        .isEqualTo(
            "… and 1197 more in 60 s: [Producer clientId=w] Connection to node {} could not be"
                + " established.");
    // A new minute begins afresh.
    client.warn("[Producer clientId=w] Connection to node {} could not be established.", 1);
    assertThat(texts()).hasSize(RepeatedWarnings.SHOWN + 3);
  }

  @Test
  void ourOwnLinesAreNeverHeldBack() {
    for (int i = 0; i < 100; i++) {
      logging.getLogger("io.cliquestream.worker.out").warn("record {} became a dead letter", i);
    }
    assertThat(texts()).hasSize(100);
  }

  @Test
  void aHigherLevelSilencedTheAuditLog() {
    LogSetup.configure(
        logging,
        new LogSettings(LogSettings.Format.TEXT, LogSettings.Level.ERROR, LogSettings.Level.ERROR));
    assertThat(logging.getLogger("io.cliquestream.audit").isInfoEnabled()).isTrue();
    assertThat(logging.getLogger("io.cliquestream.worker").isWarnEnabled()).isFalse();
  }

  @Test
  void theEnvironmentChoosesTheFormat() {
    assertThat(LogSetup.fromEnvironment(Map.of("CLIQUESTREAM_LOG_FORMAT", "json")).format())
        .isEqualTo(LogSettings.Format.JSON);
    assertThat(LogSetup.fromEnvironment(Map.of()))
        .isEqualTo(
            new LogSettings(
                LogSettings.Format.TEXT, LogSettings.Level.INFO, LogSettings.Level.WARN));
  }

  private List<String> texts() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}
