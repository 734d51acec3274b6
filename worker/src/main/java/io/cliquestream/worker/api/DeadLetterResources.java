package io.cliquestream.worker.api;

import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.Topics;
import io.cliquestream.worker.access.Principal;
import io.cliquestream.worker.api.json.Text;
import io.cliquestream.worker.directory.GroupDirectory;
import io.cliquestream.worker.directory.listed.ListedDeadLetter;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Dead letters: lists, and one with what it carries. May wait. */
record DeadLetterResources(GroupDirectory directory, TopicReader reader, Topics topics) {
  private static final Set<String> STATES = Set.of("open", "replayed", "discarded", "all");
  private static final int HEADER_BYTES = 4 << 10;
  private static final int MOST_HEADERS = 100;

  /** Whether somebody may see a letter: one bound to tenants sees those that name theirs. */
  static boolean sees(Principal asker, ListedDeadLetter letter) {
    return !asker.isBound() || letter.tenant().filter(asker::seesTenant).isPresent();
  }

  Reply list(Query query) {
    String state = query.text("state", 16).orElse("open");
    if (!STATES.contains(state)) {
      throw ApiException.invalid("state is open, replayed, discarded or all");
    }
    Optional<String> code = query.text("code", 64);
    Optional<String> topic = query.text("topic", 249);
    return Reply.ok(
        JobResources.page(
            directory.deadLetters(
                letter ->
                    sees(query.asker(), letter)
                        && (state.equals("all") || state.equals(letter.state()))
                        && (code.isEmpty() || code.get().equals(letter.cause().code()))
                        && (topic.isEmpty() || topic.get().equals(letter.topic())),
                query.position(),
                query.limit()),
            DeadLetterResources::summary));
  }

  /** The schema DeadLetter. */
  static JsonObject summary(ListedDeadLetter letter) {
    return new JsonObject()
        .put("position", letter.position())
        .put("time", Text.time(letter.time()))
        .put("cause", Text.failure(letter.cause()))
        .put(
            "original",
            letter.topic().isEmpty()
                ? null
                : Text.position(
                    letter.topic(), letter.originalPartition(), letter.originalOffset()))
        .put("bytes", letter.bytes())
        .put("tenant", letter.tenant().orElse(null))
        .put("state", letter.state())
        .put(
            "decision",
            letter
                .decision()
                .map(
                    made ->
                        new JsonObject()
                            .put("by", made.by())
                            .put("time", made.time())
                            .put("note", made.note()))
                .orElse(null));
  }

  /** A letter that the asker may see. */
  ListedDeadLetter find(Query query) {
    return directory
        .deadLetter(query.part(1))
        .filter(letter -> sees(query.asker(), letter))
        .orElseThrow(() -> ApiException.notFound("no dead letter " + query.part(1) + " is known"));
  }

  /** Its record. */
  ConsumerRecord<byte[], byte[]> record(ListedDeadLetter letter) {
    return reader
        .one(topics.deadLetters(), letter.partition(), letter.offset())
        .orElseThrow(
            () -> ApiException.notFound("the record of " + letter.position() + " is gone"));
  }

  /** Whether a letter holds all of the record. */
  boolean isWhole(ListedDeadLetter letter, ConsumerRecord<byte[], byte[]> record) {
    return DeadLetterHeaders.holdsWholeRecord(
        record.key(), record.value(), letter.topic(), topics.graphs(), letter.cause().message());
  }

  Reply one(Query query) {
    ListedDeadLetter letter = find(query);
    ConsumerRecord<byte[], byte[]> record = record(letter);
    var headers = new JsonArray();
    for (Header header : record.headers()) {
      if (headers.size() < MOST_HEADERS) {
        headers.add(
            new JsonObject()
                .put("name", header.key())
                .put("value", RecordPayload.shown(header.value(), HEADER_BYTES)));
      }
    }
    return Reply.ok(
        summary(letter)
            .put("key", RecordPayload.shown(record.key(), HEADER_BYTES))
            .put("headers", headers)
            .put("whole", isWhole(letter, record))
            .put("payload", RecordPayload.of(topics, letter.topic(), record.value()).json()));
  }
}
