package io.cliquestream.cli.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.event.KeyValuePair;

/**
 * Writes a line of the log as one JSON object: {@code time} (ISO 8601, UTC), {@code level}, {@code
 * logger}, {@code thread}, {@code message}, the fields of the line ({@code job}, {@code graph},
 * {@code version}, {@code tenant}, {@code partition}, {@code code} …), and {@code error} with the
 * stack trace, where there is one. A field never takes the name of one of these.
 */
final class JsonLineEncoder extends EncoderBase<ILoggingEvent> {
  private static final JsonMapper JSON = new JsonMapper();

  @Override
  public byte[] encode(ILoggingEvent event) {
    var line = new LinkedHashMap<String, Object>();
    line.put("time", event.getInstant().toString());
    line.put("level", event.getLevel().toString());
    line.put("logger", event.getLoggerName());
    line.put("thread", event.getThreadName());
    line.put("message", event.getFormattedMessage());
    event.getMDCPropertyMap().forEach(line::putIfAbsent);
    if (event.getKeyValuePairs() != null) {
      for (KeyValuePair field : event.getKeyValuePairs()) {
        line.putIfAbsent(field.key, plain(field.value));
      }
    }
    if (event.getThrowableProxy() != null) {
      line.putIfAbsent("error", ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
    return (write(line) + "\n").getBytes(UTF_8);
  }

  /** Numbers and truths stay what they are; everything else is said as text. */
  private static Object plain(Object value) {
    return value == null || value instanceof Number || value instanceof Boolean
        ? value
        : String.valueOf(value);
  }

  private static String write(Map<String, Object> line) {
    try {
      return JSON.writeValueAsString(line);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      // Maps of texts and numbers can always be written.
      throw new IllegalStateException(e);
    }
  }

  @Override
  public byte[] headerBytes() {
    return new byte[0];
  }

  @Override
  public byte[] footerBytes() {
    return new byte[0];
  }
}
