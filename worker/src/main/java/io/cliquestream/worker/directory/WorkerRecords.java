package io.cliquestream.worker.directory;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.json.JsonObject;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Records of the topic of workers: {@code w/WORKER} is what a worker says of itself, {@code
 * g/GRAPH} what a graph's holder says of it, {@code d/WORKER} that somebody wants a worker to
 * drain, {@code q/WORKER/ID} what one worker asks another, {@code a/ID} what that one answers.
 * Values are JSON; a tombstone says that there is nothing to say any more.
 */
public record WorkerRecords(String topic) {
  static final String WORKER = "w/";
  static final String GRAPH = "g/";
  static final String DRAIN = "d/";
  static final String QUESTION = "q/";
  static final String ANSWER = "a/";

  /** Told of questions and answers. */
  public interface Exchange {
    /** A question to a worker; null when it is settled. */
    void question(String worker, String id, JsonObject question, long written);

    /** An answer; null when it was read. */
    void answer(String id, JsonObject answer, long written);
  }

  /** What a worker says of itself; a tombstone when it ends. */
  public ProducerRecord<byte[], byte[]> worker(String id, JsonObject report) {
    return record(WORKER + id, report);
  }

  /** What a graph's holder says of it; null when there is no such graph any more. */
  public ProducerRecord<byte[], byte[]> graph(String id, JsonObject state) {
    return record(GRAPH + id, state);
  }

  /** A request to a worker to drain. */
  public ProducerRecord<byte[], byte[]> drain(String id, String by, String note) {
    return record(DRAIN + id, new JsonObject().put("by", by).put("note", note));
  }

  /** Takes the request back when the worker has ended. */
  public ProducerRecord<byte[], byte[]> drained(String id) {
    return record(DRAIN + id, null);
  }

  /** A question to a worker; null when it is settled. */
  public ProducerRecord<byte[], byte[]> question(String worker, String id, JsonObject question) {
    return record(QUESTION + worker + "/" + id, question);
  }

  /** The answer to a question; null when it was read. */
  public ProducerRecord<byte[], byte[]> answer(String id, JsonObject answer) {
    return record(ANSWER + id, answer);
  }

  private ProducerRecord<byte[], byte[]> record(String key, JsonObject value) {
    return new ProducerRecord<>(
        topic, key.getBytes(UTF_8), value == null ? null : value.toBuffer().getBytes());
  }
}
