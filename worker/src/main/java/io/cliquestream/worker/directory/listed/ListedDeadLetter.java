package io.cliquestream.worker.directory.listed;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.JobRequest;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * A dead letter as lists show it.
 *
 * @param partition of the topic of dead letters
 * @param offset there
 * @param time of the letter, Unix milliseconds
 * @param topic the record came from; empty when the letter does not say
 * @param originalPartition likewise; -1
 * @param originalOffset likewise; -1
 * @param bytes of its value
 * @param tenant whom the record names, where it names somebody
 * @param graph likewise
 * @param decision what was done about it; empty while it is open
 */
public record ListedDeadLetter(
    int partition,
    long offset,
    long time,
    ListedFailure cause,
    String topic,
    int originalPartition,
    long originalOffset,
    int bytes,
    Optional<String> tenant,
    Optional<String> graph,
    Optional<Decision> decision) {
  /**
   * What somebody did about a dead letter.
   *
   * @param kind replayed or discarded
   * @param time as it was written
   */
  public record Decision(String kind, String by, String time, String note) {}

  /** One more than a tenant has, so that what was cut is none. */
  private static final int TENANT_CHARACTERS = Bounds.TENANT_CHARACTERS + 1;

  /** {@code PARTITION-OFFSET}. */
  public String position() {
    return partition + "-" + offset;
  }

  /** Where it stands: open, replayed or discarded. */
  public String state() {
    return decision.map(Decision::kind).orElse("open");
  }

  public ListedDeadLetter with(Decision made) {
    return new ListedDeadLetter(
        partition,
        offset,
        time,
        cause,
        topic,
        originalPartition,
        originalOffset,
        bytes,
        tenant,
        graph,
        Optional.of(made));
  }

  /** Reads a letter; empty when the record is none. */
  public static Optional<ListedDeadLetter> read(
      ConsumerRecord<byte[], byte[]> record, Topics topics) {
    String code = header(record, DeadLetterHeaders.CAUSE_CODE);
    if (code.isEmpty()) {
      return Optional.empty();
    }
    String topic = header(record, DeadLetterHeaders.ORIGINAL_TOPIC).intern();
    Optional<JobRequest> request =
        topic.equals(topics.jobs()) && record.value() != null
            ? request(record.value())
            : Optional.empty();
    Optional<String> graph =
        topic.equals(topics.graphs()) && record.key() != null
            ? GraphRecordKey.parse(record.key()).map(GraphRecordKey::graphId)
            : request.map(JobRequest::getGraphId);
    return Optional.of(
        new ListedDeadLetter(
            record.partition(),
            record.offset(),
            record.timestamp(),
            new ListedFailure(
                code.intern(),
                header(record, DeadLetterHeaders.CAUSE_CATEGORY).intern(),
                header(record, DeadLetterHeaders.CAUSE_MESSAGE)),
            topic,
            partition(number(header(record, DeadLetterHeaders.ORIGINAL_PARTITION))),
            number(header(record, DeadLetterHeaders.ORIGINAL_OFFSET)),
            record.value() == null ? 0 : record.value().length,
            request.map(JobRequest::getTenant).map(tenant -> cut(tenant, TENANT_CHARACTERS)),
            graph.map(id -> cut(id, Bounds.ID_CHARACTERS + 1)),
            Optional.empty()));
  }

  /** The decision that a mark tells of; empty when the record is none. */
  public static Optional<Decision> decision(ConsumerRecord<byte[], byte[]> record) {
    String kind = header(record, DeadLetterHeaders.DECISION);
    return kind.equals("replayed") || kind.equals("discarded")
        ? Optional.of(
            new Decision(
                kind.intern(),
                header(record, DeadLetterHeaders.DECISION_BY),
                header(record, DeadLetterHeaders.DECISION_TIME),
                header(record, DeadLetterHeaders.DECISION_NOTE)))
        : Optional.empty();
  }

  /** Text of a header, no longer than any that a worker writes; empty without it. */
  public static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    if (header == null || header.value() == null) {
      return "";
    }
    int most = Math.min(header.value().length, 3 * Bounds.FAILURE_MESSAGE_CHARACTERS);
    return cut(new String(header.value(), 0, most, UTF_8), Bounds.FAILURE_MESSAGE_CHARACTERS);
  }

  /** So much of a text that many letters of anybody's making have room. */
  private static String cut(String text, int characters) {
    return text.length() <= characters ? text : text.substring(0, characters);
  }

  private static int partition(long number) {
    return number < 0 || number > Integer.MAX_VALUE ? -1 : (int) number;
  }

  private static Optional<JobRequest> request(byte[] value) {
    try {
      return Optional.of(JobRequest.parseFrom(value));
    } catch (InvalidProtocolBufferException e) {
      return Optional.empty();
    }
  }

  private static long number(String text) {
    try {
      return text.isEmpty() ? -1 : Long.parseLong(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
