package io.cliquestream.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import io.cliquestream.worker.config.LogSettings;
import java.util.Locale;
import java.util.Map;
import org.slf4j.LoggerFactory;

/**
 * Sets logging up: always on the error stream, as text or as JSON, repeated warnings collapsed. The
 * logging library finds this class by itself and calls it before the first line, when only the
 * environment is known; {@link #use} replaces that once a worker has read its settings.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {
  private static final String OWN = "io.cliquestream";
  private static final String AUDIT = "io.cliquestream.audit";

  /** Keys and values of a line come before its text, as job=… graph=…. */
  private static final String TEXT_LINE =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{0} - %msg %kvp{NONE}%n%ex";

  @Override
  public ExecutionStatus configure(LoggerContext logging) {
    configure(logging, fromEnvironment(System.getenv()));
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** Logs as the settings say from now on. */
  public static void use(LogSettings settings) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logging) {
      configure(logging, settings);
    }
  }

  /** Lets an embedded broker, which narrates its life, speak of errors alone. */
  public static void quietenBroker() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logging) {
      for (String name : new String[] {"kafka", "org.apache.kafka", "state.change.logger"}) {
        logging.getLogger(name).setLevel(Level.ERROR);
      }
    }
  }

  /** What the environment says; what it says wrongly is told by {@code serve}, which checks. */
  static LogSettings fromEnvironment(Map<String, String> environment) {
    return new LogSettings(
        choice(environment, "FORMAT", LogSettings.Format.TEXT, LogSettings.Format.class),
        choice(environment, "LEVEL", LogSettings.Level.INFO, LogSettings.Level.class),
        choice(environment, "LIBRARY_LEVEL", LogSettings.Level.WARN, LogSettings.Level.class));
  }

  private static <E extends Enum<E>> E choice(
      Map<String, String> environment, String name, E otherwise, Class<E> type) {
    String text = environment.getOrDefault("CLIQUESTREAM_LOG_" + name, "");
    for (E value : type.getEnumConstants()) {
      if (value.name().equals(text.strip().toUpperCase(Locale.ROOT))) {
        return value;
      }
    }
    return otherwise;
  }

  static void configure(LoggerContext logging, LogSettings settings) {
    var root = logging.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.detachAndStopAllAppenders();
    logging.resetTurboFilterList();
    Encoder<ILoggingEvent> encoder =
        settings.format() == LogSettings.Format.JSON ? new JsonLineEncoder() : text(logging);
    encoder.setContext(logging);
    encoder.start();
    var appender = new ConsoleAppender<ILoggingEvent>();
    appender.setContext(logging);
    appender.setName("error-stream");
    appender.setTarget("System.err");
    appender.setEncoder(encoder);
    appender.start();
    var repeats = new RepeatedWarnings();
    repeats.setContext(logging);
    repeats.start();
    logging.addTurboFilter(repeats);
    root.addAppender(appender);
    root.setLevel(Level.toLevel(settings.libraryLevel().name()));
    logging.getLogger(OWN).setLevel(Level.toLevel(settings.level().name()));
    // Who looks for warnings alone still has to be able to tell who ended what.
    logging.getLogger(AUDIT).setLevel(Level.INFO);
  }

  private static PatternLayoutEncoder text(LoggerContext logging) {
    var encoder = new PatternLayoutEncoder();
    encoder.setContext(logging);
    encoder.setPattern(TEXT_LINE);
    return encoder;
  }
}
