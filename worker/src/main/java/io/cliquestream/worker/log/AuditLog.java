package io.cliquestream.worker.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.contract.HeaderNames;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Who ended or took away what: every cancel and retirement, and whatever is done over the API, on a
 * logger of its own that can be kept apart.
 *
 * <p>{@code who} is the principal who signed the record, or else what the record says of its
 * source. Kafka tells a reader nothing of the writer; its own authorizer's log has the broker's
 * principal.
 */
public final class AuditLog {
  private static final Logger LOG = LoggerFactory.getLogger("io.cliquestream.audit");
  private static final int MOST_CHARACTERS = 200;

  private AuditLog() {}

  /**
   * A cancel request was taken.
   *
   * @param who signed it, or what it says of its source
   * @param replayed read again at a start, not new
   */
  public static void cancel(
      String who,
      ConsumerRecord<byte[], byte[]> record,
      String job,
      String reason,
      boolean replayed) {
    at(LOG.atInfo().addKeyValue("who", who).addKeyValue("job", job), record)
        .addKeyValue("outcome", replayed ? "replayed" : "taken")
        .log("cancel: {}", reason);
  }

  /** A cancel request named nothing that can be cancelled. */
  public static void refused(ConsumerRecord<byte[], byte[]> record, String why) {
    at(LOG.atWarn().addKeyValue("who", source(record)), record)
        .addKeyValue("outcome", "refused")
        .log("cancel: {}", why);
  }

  /**
   * A cancel request that was taken turned out not to be permitted.
   *
   * @param who signed it
   */
  public static void refused(
      String who, ConsumerRecord<byte[], byte[]> record, String job, String why) {
    at(LOG.atWarn().addKeyValue("who", who).addKeyValue("job", job), record)
        .addKeyValue("outcome", "not permitted")
        .log("cancel: {}", why);
  }

  /** Versions from the first to the last were retired, by as many tombstones or more. */
  static void retired(
      String who,
      ConsumerRecord<byte[], byte[]> first,
      ConsumerRecord<byte[], byte[]> last,
      String graph,
      long firstVersion,
      long lastVersion) {
    LoggingEventBuilder line =
        at(
            LOG.atInfo()
                .addKeyValue("who", who)
                .addKeyValue("graph", graph)
                .addKeyValue("version", Long.toUnsignedString(firstVersion)),
            first);
    if (firstVersion == lastVersion) {
      line.addKeyValue("outcome", "retired").log("retirement");
      return;
    }
    line.addKeyValue("lastVersion", Long.toUnsignedString(lastVersion))
        .addKeyValue("lastRequested", Instant.ofEpochMilli(last.timestamp()))
        .addKeyValue("lastOffset", last.offset())
        .addKeyValue("outcome", "retired")
        .log("retirement of {} versions", Long.toUnsignedString(lastVersion - firstVersion + 1));
  }

  /** A tombstone did not count. */
  public static void retirementRefused(
      ConsumerRecord<byte[], byte[]> record, String graph, long version, String why) {
    at(
            LOG.atWarn()
                .addKeyValue("who", source(record))
                .addKeyValue("graph", graph)
                .addKeyValue("version", Long.toUnsignedString(version)),
            record)
        .addKeyValue("outcome", "not permitted")
        .log("retirement: {}", why);
  }

  /** When and where a record asked. */
  private static LoggingEventBuilder at(
      LoggingEventBuilder line, ConsumerRecord<byte[], byte[]> record) {
    return line.addKeyValue("requested", Instant.ofEpochMilli(record.timestamp()))
        .addKeyValue("partition", record.partition())
        .addKeyValue("offset", record.offset());
  }

  /**
   * Somebody acted over the API.
   *
   * @param who asked, as http.access-file names them
   * @param what submit, cancel, retire, replay, discard, drain
   * @param target job, graph or position; empty for none
   * @param body of the request, cut
   * @param outcome taken, or why not
   */
  public static void action(String who, String what, String target, String body, String outcome) {
    LOG.atInfo()
        .addKeyValue("who", who)
        .addKeyValue("action", what)
        .addKeyValue(
            "target",
            target.length() <= MOST_CHARACTERS ? target : target.substring(0, MOST_CHARACTERS))
        .addKeyValue("outcome", outcome)
        .log("{} over the API: {}", what, body);
  }

  /** What a record says of its source, cut. */
  public static String source(ConsumerRecord<byte[], byte[]> record) {
    Header source = record.headers().lastHeader(HeaderNames.SOURCE);
    if (source == null || source.value() == null) {
      return "unknown";
    }
    String text = new String(source.value(), UTF_8);
    return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS);
  }
}
