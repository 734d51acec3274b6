package io.cliquestream.worker.api;

import io.cliquestream.worker.directory.WorkerRecords;
import io.cliquestream.worker.directory.feed.DirectoryFeed;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the holder of a graph over the topic of workers, since workers do not know each other's
 * addresses, and answers as a holder.
 *
 * <p>A question is settled by its holder, or by its asker when the time is over; an answer by its
 * asker. Settled is a tombstone, so that nothing stays on the topic. What nobody settled, because
 * somebody died meanwhile, any worker takes away a while later. Questions that were there before
 * this worker, or are late, are not answered. What is known here is confined to one event loop, and
 * bounded.
 */
final class NeighborhoodExchange implements WorkerRecords.Exchange {
  private static final Logger LOG = LoggerFactory.getLogger(NeighborhoodExchange.class);

  private static final int MOST_ASKED = 32;
  private static final int MOST_OPEN = 10_000;
  private static final int CLEANED_A_TIME = 500;
  private static final long CLEANING_MILLIS = 15_000;

  /** Nobody waits for so long. */
  private static final long ABANDONED_MILLIS = 60_000;

  /** Clocks of workers differ by less. */
  private static final long CLOCKS_MILLIS = 10_000;

  /** What is on the topic and not settled; an answer has no holder. */
  private record Open(String holder, String id) {}

  /** Somebody waits for an answer. */
  private record Waiting(Promise<JsonObject> promise, long timer) {}

  private final Vertx vertx;
  private final String own;
  private final Duration wait;
  private final DirectoryFeed feed;
  private final RecordWriter writer;
  private final NeighborhoodReader reader;
  private final WorkerRecords records;
  private final Context context;
  private final Map<String, Waiting> waiting = new HashMap<>();
  private final Map<Open, Long> open = new LinkedHashMap<>();
  private long cleaning = -1;
  private volatile boolean closed;

  /**
   * Hears what the directory tells it.
   *
   * @param own this worker's name
   * @param wait for an answer
   */
  NeighborhoodExchange(
      Vertx vertx,
      String own,
      Duration wait,
      DirectoryFeed feed,
      RecordWriter writer,
      NeighborhoodReader reader,
      String topic) {
    this.vertx = vertx;
    this.own = own;
    this.wait = wait;
    this.feed = feed;
    this.writer = writer;
    this.reader = reader;
    this.records = new WorkerRecords(topic);
    this.context = vertx.getOrCreateContext();
  }

  void start() {
    context.runOnContext(
        _ -> {
          if (!closed) {
            cleaning = vertx.setPeriodic(CLEANING_MILLIS, _ -> clean());
          }
        });
  }

  /**
   * Asks another worker; from any thread.
   *
   * @return the schema Neighborhood; fails with an {@link ApiException}: the holder's own or, after
   *     {@code api.neighborhood-wait}, UNAVAILABLE
   */
  Future<JsonObject> ask(String holder, NeighborhoodQuestion question) {
    Promise<JsonObject> promise = Promise.promise();
    context.runOnContext(_ -> ask(holder, question, promise));
    return promise.future();
  }

  private void ask(String holder, NeighborhoodQuestion question, Promise<JsonObject> promise) {
    if (closed) {
      promise.fail(ApiException.ending());
      return;
    }
    if (waiting.size() >= MOST_ASKED) {
      promise.fail(
          ApiException.tooMany(MOST_ASKED + " answers of other workers are waited for; ask again"));
      return;
    }
    String id = UUID.randomUUID().toString();
    long timer = vertx.setTimer(wait.toMillis(), _ -> giveUp(holder, id));
    waiting.put(id, new Waiting(promise, timer));
    var _ = feed.asked();
    var _ =
        writer
            .write(records.question(holder, id, question.write().put("asker", own)))
            .onFailure(failure -> context.runOnContext(_ -> notAsked(id, failure)));
  }

  private void notAsked(String id, Throwable failure) {
    Waiting refused = waiting.remove(id);
    if (refused != null) {
      vertx.cancelTimer(refused.timer());
      refused.promise().fail(failure);
    }
  }

  private void giveUp(String holder, String id) {
    Waiting late = waiting.remove(id);
    if (late != null) {
      settle(records.question(holder, id, null));
      late.promise()
          .fail(
              ApiException.unavailable(
                  "worker " + holder + " did not answer within api.neighborhood-wait; ask again"));
    }
  }

  @Override
  public void question(String worker, String id, JsonObject question, long written) {
    boolean live = feed.hasBegun();
    context.runOnContext(
        _ -> {
          if (note(new Open(worker, id), question, written) && live && worker.equals(own)) {
            reply(id, question, written);
          }
        });
  }

  @Override
  public void answer(String id, JsonObject answer, long written) {
    boolean live = feed.hasBegun();
    context.runOnContext(
        _ -> {
          if (note(new Open("", id), answer, written)
              && live
              && own.equals(answer.getValue("asker"))) {
            hear(id, answer);
          }
        });
  }

  /** Remembers what is on the topic; whether it is no tombstone. */
  private boolean note(Open key, JsonObject value, long written) {
    if (value == null) {
      open.remove(key);
      return false;
    }
    if (open.size() < MOST_OPEN) {
      open.put(key, written);
    }
    return !closed;
  }

  /** As the holder. */
  private void reply(String id, JsonObject asked, long written) {
    ProducerRecord<byte[], byte[]> settled = records.question(own, id, null);
    NeighborhoodQuestion question = NeighborhoodQuestion.read(asked).orElse(null);
    long age = System.currentTimeMillis() - written;
    if (question == null || age > question.patience().toMillis() + CLOCKS_MILLIS) {
      settle(settled);
      return;
    }
    // Who looks at one neighborhood looks at others; they are to come sooner.
    var _ = feed.asked();
    Object asker = asked.getValue("asker");
    long deadline = System.nanoTime() + question.patience().toNanos();
    var _ =
        reader
            .read(question)
            .map(answer -> new JsonObject().put("asker", asker).put("answer", answer))
            .otherwise(failure -> refusal(asker, failure))
            .compose(
                answer ->
                    System.nanoTime() - deadline < 0
                        ? writer.write(records.answer(id, answer))
                        : Future.succeededFuture())
            .recover(failure -> writer.write(records.answer(id, refusal(asker, failure))))
            .onFailure(failure -> LOG.debug("an answer could not be written", failure))
            .onComplete(_ -> settle(settled));
  }

  private JsonObject refusal(Object asker, Throwable failure) {
    ApiException known =
        switch (failure) {
          case ApiException e -> e;
          case Throwable _ when closed -> ApiException.ending();
          default -> {
            LOG.error("what another worker asked for met a defect", failure);
            yield ApiException.internal();
          }
        };
    return new JsonObject().put("asker", asker).put("error", known.written());
  }

  /** As the asker. */
  private void hear(String id, JsonObject answer) {
    settle(records.answer(id, null));
    Waiting heard = waiting.remove(id);
    if (heard == null) {
      return;
    }
    vertx.cancelTimer(heard.timer());
    try {
      JsonObject error = answer.getJsonObject("error");
      if (error == null) {
        heard.promise().complete(answer.getJsonObject("answer"));
      } else {
        heard.promise().fail(ApiException.read(error));
      }
    } catch (ClassCastException e) {
      heard.promise().fail(ApiException.internal());
    }
  }

  private void settle(ProducerRecord<byte[], byte[]> tombstone) {
    var _ =
        writer
            .write(tombstone)
            .onFailure(failure -> LOG.debug("a question or an answer stays for now", failure));
  }

  /** What is left of askers and holders that are gone. */
  private void clean() {
    long before = System.currentTimeMillis() - ABANDONED_MILLIS;
    List<Open> abandoned =
        open.entrySet().stream()
            .filter(entry -> entry.getValue() < before)
            .limit(CLEANED_A_TIME)
            .map(Map.Entry::getKey)
            .toList();
    for (Open left : abandoned) {
      settle(
          left.holder().isEmpty()
              ? records.answer(left.id(), null)
              : records.question(left.holder(), left.id(), null));
    }
  }

  /** Nobody is asked or answered any more. */
  void close() {
    context.runOnContext(
        _ -> {
          closed = true;
          vertx.cancelTimer(cleaning);
          waiting
              .values()
              .forEach(
                  left -> {
                    vertx.cancelTimer(left.timer());
                    left.promise().fail(ApiException.ending());
                  });
          waiting.clear();
        });
  }
}
