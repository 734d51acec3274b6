package io.cliquestream.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.Partitions;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.FailureCode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/**
 * The topic of dead letters: what lies there, and what is decided about it. A decision is a mark, a
 * record of the same partition that says what was done about which letter, by whom and why; the
 * letter itself stays. The workers' HTTP API reads and writes the same marks.
 *
 * <p>Needs Read on the topic to look, Write to decide, and Write on the topic of a record that is
 * to be replayed. Holds what is asked for and the newest {@value #MARKS} marks.
 */
public final class DeadLetters {
  /** What a list can hold at most. */
  public static final int MOST_LISTED = 10_000;

  private static final int MARKS = 100_000;
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Pattern POSITION = Pattern.compile("([0-9]{1,9})-([0-9]{1,18})");
  private static final String OWN_HEADERS = "dlq_";

  private final ClientSettings settings;
  private final Topics topics;
  private final TopicLayout layout;

  /**
   * Letters that fit what was asked for.
   *
   * @param newest first
   * @param total how many there are that fit
   */
  public record Page(List<DeadLetter> newest, long total) {
    /** Copies the list. */
    public Page {
      newest = List.copyOf(newest);
    }
  }

  /**
   * A letter with all that it carries.
   *
   * @param letter what a list shows of it
   * @param record as it lies in the topic of dead letters
   * @param whole whether it holds the whole record
   */
  public record Content(DeadLetter letter, ConsumerRecord<byte[], byte[]> record, boolean whole) {}

  private DeadLetters(ClientSettings settings, TopicLayout layout) {
    this.settings = settings;
    this.topics = settings.topics();
    this.layout = layout;
  }

  /**
   * Connects.
   *
   * @param settings where the broker is, and every bound
   * @return what works on the installation's dead letters
   * @throws ClientException when the broker does not answer in time or topics are missing
   */
  public static DeadLetters open(ClientSettings settings) {
    return new DeadLetters(settings, TopicLayout.read(settings));
  }

  /**
   * Lists letters. Reads the whole topic.
   *
   * @param which of them
   * @param limit of the list
   * @return the newest of them, and how many there are
   */
  public Page list(Predicate<DeadLetter> which, int limit) {
    int most = Math.min(limit, MOST_LISTED);
    Map<String, DeadLetter.Decision> marks = marks();
    Deque<DeadLetter> newest = new ArrayDeque<>();
    long[] total = {0};
    scan(
        record ->
            DeadLetter.read(record)
                .map(letter -> decided(letter, marks))
                .filter(which)
                .ifPresent(
                    letter -> {
                      total[0]++;
                      newest.addFirst(letter);
                      if (newest.size() > most) {
                        newest.removeLast();
                      }
                    }));
    return new Page(new ArrayList<>(newest), total[0]);
  }

  /**
   * One letter.
   *
   * @param position {@code PARTITION-OFFSET}
   * @return the letter with the record that it is
   * @throws ClientException OPTION_INVALID when that is no position; RECORD_UNKNOWN when no dead
   *     letter lies there
   */
  public Content get(String position) {
    var form = POSITION.matcher(position);
    if (!form.matches()) {
      throw new ClientException(
          FailureCode.FAILURE_CODE_OPTION_INVALID,
          "'" + position + "' is no position; it is PARTITION-OFFSET, as in a list");
    }
    var partition = new TopicPartition(topics.deadLetters(), Integer.parseInt(form.group(1)));
    long offset = Long.parseLong(form.group(2));
    Optional<ConsumerRecord<byte[], byte[]>> record =
        layout.all(topics.deadLetters()).contains(partition)
            ? read(partition, offset)
            : Optional.empty();
    DeadLetter letter =
        record
            .flatMap(DeadLetter::read)
            .orElseThrow(
                () ->
                    new ClientException(
                        FailureCode.FAILURE_CODE_RECORD_UNKNOWN,
                        "no dead letter lies at " + position));
    return new Content(
        decided(letter, marks()), record.get(), letter.isWhole(record.get(), topics.graphs()));
  }

  /**
   * Writes the record of a letter to its topic again, and the mark that says so.
   *
   * @param position {@code PARTITION-OFFSET}
   * @param by who wants it
   * @param note why
   * @param again whether also one that was decided about before
   * @return where the record lies now
   * @throws ClientException OPTION_INVALID when it was decided about before, or cannot be replayed
   */
  public RecordPosition replay(String position, String by, String note, boolean again) {
    Content content = undecided(position, again);
    ProducerRecord<byte[], byte[]> record = original(content);
    String time = now();
    record
        .headers()
        .add(DeadLetterHeaders.REPLAY_OF, position.getBytes(UTF_8))
        .add(DeadLetterHeaders.REPLAY_BY, by.getBytes(UTF_8))
        .add(DeadLetterHeaders.REPLAY_TIME, time.getBytes(UTF_8))
        .add(DeadLetterHeaders.REPLAY_NOTE, note.getBytes(UTF_8));
    try (var publisher = new RecordPublisher(settings)) {
      RecordPosition written = write(publisher, record, content.letter());
      try {
        var _ =
            write(publisher, mark(content.letter(), "replayed", by, time, note), content.letter());
      } catch (ClientException cause) {
        throw new ClientException(
            cause.code(),
            "the record is written again, at "
                + written
                + ", but not the mark that says so: "
                + cause.getMessage(),
            cause);
      }
      return written;
    }
  }

  /**
   * Marks a letter as done with; see {@link #replay}.
   *
   * @param position {@code PARTITION-OFFSET}
   * @param by who wants it
   * @param note why
   * @param again whether also one that was decided about before
   */
  public void discard(String position, String by, String note, boolean again) {
    Content content = undecided(position, again);
    try (var publisher = new RecordPublisher(settings)) {
      var _ =
          write(publisher, mark(content.letter(), "discarded", by, now(), note), content.letter());
    }
  }

  private Content undecided(String position, boolean again) {
    Content content = get(position);
    content
        .letter()
        .decision()
        .filter(_ -> !again)
        .ifPresent(
            made -> {
              throw new ClientException(
                  FailureCode.FAILURE_CODE_OPTION_INVALID,
                  position + " was " + made.state() + " by " + made.by() + " at " + made.time());
            });
    return content;
  }

  private ProducerRecord<byte[], byte[]> original(Content content) {
    DeadLetter letter = content.letter();
    RecordPosition place =
        letter
            .original()
            .filter(
                known ->
                    List.of(topics.jobs(), topics.graphs(), topics.control(), topics.changes())
                        .contains(known.topic()))
            .orElseThrow(
                () -> cannot(letter, "it does not say which of these topics it came from"));
    if (!content.whole()) {
      throw cannot(letter, "it does not hold the whole record: " + letter.message());
    }
    byte[] key = content.record().key();
    // A service may be without edge events, so the layout does not have their topic.
    int partitions =
        place.topic().equals(topics.changes())
            ? TopicLayout.optional(settings, place.topic()).size()
            : layout.partitions(place.topic());
    int partition =
        place.partition() < partitions
            ? place.partition()
            : Partitions.partitionOf(key == null ? "" : new String(key, UTF_8), partitions);
    var copy = new ProducerRecord<>(place.topic(), partition, key, content.record().value());
    for (Header header : content.record().headers()) {
      if (!header.key().startsWith(OWN_HEADERS)) {
        copy.headers().add(header);
      }
    }
    return copy;
  }

  private static ClientException cannot(DeadLetter letter, String why) {
    return new ClientException(
        FailureCode.FAILURE_CODE_OPTION_INVALID, letter.position() + " cannot be replayed: " + why);
  }

  private ProducerRecord<byte[], byte[]> mark(
      DeadLetter letter, String state, String by, String time, String note) {
    var mark =
        new ProducerRecord<byte[], byte[]>(
            topics.deadLetters(),
            letter.partition(),
            ("mark/" + letter.position()).getBytes(UTF_8),
            null);
    mark.headers()
        .add(DeadLetterHeaders.DECISION, state.getBytes(UTF_8))
        .add(DeadLetterHeaders.DECISION_OF, letter.position().getBytes(UTF_8))
        .add(DeadLetterHeaders.DECISION_BY, by.getBytes(UTF_8))
        .add(DeadLetterHeaders.DECISION_TIME, time.getBytes(UTF_8))
        .add(DeadLetterHeaders.DECISION_NOTE, note.getBytes(UTF_8));
    return mark;
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private static DeadLetter decided(DeadLetter letter, Map<String, DeadLetter.Decision> marks) {
    DeadLetter.Decision made = marks.get(letter.position());
    return made == null ? letter : letter.with(made);
  }

  /** The last decision about each letter, by its position. */
  private Map<String, DeadLetter.Decision> marks() {
    var marks =
        new LinkedHashMap<String, DeadLetter.Decision>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, DeadLetter.Decision> eldest) {
            return size() > MARKS;
          }
        };
    scan(
        record ->
            DeadLetter.Decision.read(record)
                .ifPresent(
                    made ->
                        marks.put(DeadLetter.header(record, DeadLetterHeaders.DECISION_OF), made)));
    return new HashMap<>(marks);
  }

  private void scan(Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
    Look _ =
        TopicScan.until(
            settings,
            layout.all(topics.deadLetters()),
            TopicScan.UNLIMITED,
            record -> {
              visitor.accept(record);
              return false;
            });
  }

  private Optional<ConsumerRecord<byte[], byte[]>> read(TopicPartition partition, long offset) {
    try (var consumer = KafkaProperties.openConsumer(settings)) {
      var only = List.of(partition);
      consumer.assign(only);
      long end = consumer.endOffsets(only).get(partition);
      if (offset >= end || offset < consumer.beginningOffsets(only).get(partition)) {
        return Optional.empty();
      }
      consumer.seek(partition, offset);
      long start = System.nanoTime();
      // A marker of a transaction may lie there: what comes then comes from further on.
      while (consumer.position(partition) <= offset) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          return record.offset() == offset ? Optional.of(record) : Optional.empty();
        }
        if (System.nanoTime() - start > settings.requestTimeout().toNanos()) {
          throw new ClientException(
              FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE, partition + " could not be read");
        }
      }
      return Optional.empty();
    } catch (KafkaException cause) {
      throw RecordPublisher.failure("cannot read " + partition, cause);
    }
  }

  private RecordPosition write(
      RecordPublisher publisher, ProducerRecord<byte[], byte[]> record, DeadLetter letter) {
    return Waits.join(
        publisher.send(record, letter.position()),
        settings.publishTimeout(),
        "writing to " + record.topic());
  }
}
