package io.cliquestream.worker.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.EventTypes;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.GraphRecordPart;
import io.cliquestream.contract.HeaderNames;
import io.cliquestream.contract.Identifiers;
import io.cliquestream.contract.Topics;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.v1.CancelJob;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.JobControl;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.worker.access.Principal;
import io.cliquestream.worker.api.json.Text;
import io.cliquestream.worker.directory.GroupDirectory;
import io.cliquestream.worker.directory.WorkerRecords;
import io.cliquestream.worker.directory.listed.JobRecord;
import io.cliquestream.worker.directory.listed.ListedDeadLetter;
import io.cliquestream.worker.directory.listed.ListedGraph;
import io.cliquestream.worker.directory.listed.ListedVersion;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.translation.FailureCodes;
import io.cliquestream.worker.translation.JobRequests;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * What operators do. Each action is checked here: role, tenants, what it is about; then it becomes
 * a record like a client's, and whoever owns the partition takes it from there. It is answered when
 * the broker has the record. Who asked stands in the record's header {@code ce_source} and in the
 * audit log, whatever came of it.
 */
record Actions(
    Topics topics,
    GroupDirectory directory,
    JobResources jobs,
    GraphResources graphs,
    DeadLetterResources letters,
    TopicReader reader,
    RecordWriter writer,
    WorkerExecutor executor,
    OwnWorker own) {
  private static final int MOST_TOMBSTONES = 1_000_000;

  private <T> Future<T> lookUp(Callable<T> work) {
    return executor.executeBlocking(work, false);
  }

  // --- Jobs ----------------------------------------------------------------------------------

  Future<Reply> submit(Query query) {
    return lookUp(() -> request(query))
        .compose(
            request ->
                writer
                    .write(record(query, request))
                    .map(
                        metadata ->
                            Reply.accepted(
                                new JsonObject()
                                    .put("job", request.getJobId())
                                    .put("position", RecordWriter.position(metadata)))));
  }

  private ProducerRecord<byte[], byte[]> record(Query query, JobRequest request) {
    ProducerRecord<byte[], byte[]> record =
        writer.event(
            topics.jobs(),
            null,
            request.getGraphId(),
            request.toByteArray(),
            EventTypes.JOB_REQUEST,
            query.asker().name());
    query
        .trace()
        .ifPresent(
            trace -> record.headers().add(HeaderNames.TRACE_PARENT, trace.text().getBytes(UTF_8)));
    return record;
  }

  private JobRequest request(Query query) {
    var builder = JobRequest.newBuilder();
    ProtoJson.read(query.object(), builder);
    if (builder.getJobId().isEmpty()) {
      builder.setJobId(UUID.randomUUID().toString());
    }
    Principal asker = query.asker();
    if (builder.getTenant().isEmpty() && asker.tenants().filter(t -> t.size() == 1).isPresent()) {
      builder.setTenant(asker.tenants().get().iterator().next());
    }
    JobRequest request = builder.build();
    if (!Identifiers.isJobId(request.getJobId())) {
      throw ApiException.of(
          FailureCode.FAILURE_CODE_JOB_ID_INVALID, "not a job id: '" + request.getJobId() + "'");
    }
    if (!Identifiers.isGraphId(request.getGraphId())) {
      throw ApiException.of(
          FailureCode.FAILURE_CODE_GRAPH_ID_INVALID,
          "not a graph id: '" + request.getGraphId() + "'");
    }
    if (!Identifiers.isTenant(request.getTenant())) {
      throw ApiException.of(
          FailureCode.FAILURE_CODE_OPTION_INVALID, "a tenant has at most 64 characters");
    }
    if (!asker.seesTenant(request.getTenant())) {
      throw ApiException.forbidden(
          asker.name() + " does not act for tenant '" + request.getTenant() + "'");
    }
    if (!asker.seesGraph(request.getGraphId())) {
      throw ApiException.forbidden(asker.name() + " does not use graph " + request.getGraphId());
    }
    try {
      var _ = JobRequests.job(request);
    } catch (WorkerException e) {
      throw ApiException.of(e.code(), e.getMessage());
    } catch (ComputeException e) {
      throw ApiException.of(FailureCodes.of(e.code()), e.getMessage());
    }
    if (directory.job(request.getJobId()).isPresent()) {
      throw ApiException.conflict(
          "job " + request.getJobId() + " is known already; an id is answered once");
    }
    return request;
  }

  Future<Reply> cancel(Query query) {
    JsonObject body = query.object(Set.of("reason", "secret"));
    String reason = Query.text(body, "reason");
    String secret = Query.text(body, "secret");
    return lookUp(
            () -> {
              JobRecord job = jobs.find(query, query.part(1));
              if (job.job().state().isEnded()) {
                throw ApiException.conflict(
                    "job " + job.job().id() + " has ended: " + job.job().state().text());
              }
              return job.job().id();
            })
        .compose(
            id ->
                writer.write(
                    writer.event(
                        topics.control(),
                        null,
                        id,
                        JobControl.newBuilder()
                            .setCancel(
                                CancelJob.newBuilder()
                                    .setJobId(id)
                                    .setReason(reason)
                                    .setSecret(secret))
                            .build()
                            .toByteArray(),
                        EventTypes.JOB_CONTROL,
                        query.asker().name())))
        .map(_ -> Reply.accepted());
  }

  // --- Graphs --------------------------------------------------------------------------------

  Future<Reply> retire(Query query) {
    query.requireUnbound();
    JsonObject body = query.object(Set.of("version", "note"));
    long version = Query.version(Query.text(body, "version"));
    var _ = Query.text(body, "note");
    return lookUp(() -> tombstones(query, version))
        .compose(this::writeInOrder)
        .map(_ -> Reply.accepted());
  }

  /** Tombstones of a version, the one that retires it first. */
  private List<ProducerRecord<byte[], byte[]>> tombstones(Query query, long version) {
    ListedGraph graph = graphs.find(query, query.part(1));
    String text = "version " + Long.toUnsignedString(version) + " of graph " + graph.id();
    ListedVersion listed =
        graph.versions().stream()
            .filter(known -> known.version() == version)
            .findFirst()
            .orElseThrow(() -> ApiException.notFound("no " + text + " is known"));
    if (!listed.isReady() || listed.first() < 0) {
      throw ApiException.conflict(text + " is " + listed.state());
    }
    graph.versions().stream()
        .filter(other -> other.isReady() && other.base() == version)
        .findFirst()
        .ifPresent(
            other -> {
              throw ApiException.conflict(
                  "version "
                      + Long.toUnsignedString(other.version())
                      + " builds on it; retire that one first");
            });
    ConsumerRecord<byte[], byte[]> first =
        reader
            .one(topics.graphs(), graph.partition(), listed.first())
            .orElseThrow(
                () -> ApiException.conflict("the records of " + text + " are gone already"));
    return parts(first).stream()
        .map(part -> new GraphRecordKey(graph.id(), version, part))
        .map(
            key ->
                new ProducerRecord<byte[], byte[]>(
                    topics.graphs(), graph.partition(), key.bytes(), null))
        .toList();
  }

  /** The parts of a version, from its first record. */
  private static List<GraphRecordPart> parts(ConsumerRecord<byte[], byte[]> first) {
    GraphRecord record;
    try {
      record = GraphRecord.parseFrom(first.value() == null ? new byte[0] : first.value());
    } catch (InvalidProtocolBufferException e) {
      throw ApiException.conflict("the first record of the version cannot be read");
    }
    var parts = new ArrayList<GraphRecordPart>();
    switch (record.getKindCase()) {
      case HEADER -> {
        long chunks = Math.min(record.getHeader().getChunkCount(), MOST_TOMBSTONES);
        parts.add(new GraphRecordPart.Header());
        for (long chunk = 0; chunk < chunks; chunk++) {
          parts.add(new GraphRecordPart.Chunk(chunk));
        }
        long names = Math.min(record.getHeader().getNameChunkCount(), MOST_TOMBSTONES);
        for (long sequence = 0; sequence < names; sequence++) {
          parts.add(new GraphRecordPart.Names(sequence));
        }
        parts.add(new GraphRecordPart.Commit());
      }
      case REFERENCE -> parts.add(new GraphRecordPart.Reference());
      case DELTA -> {
        for (int part = 0; part < Math.max(1, record.getDelta().getPartCount()); part++) {
          parts.add(new GraphRecordPart.Delta(part));
        }
      }
      case CHUNK, NAMES, COMMIT, KIND_NOT_SET ->
          throw ApiException.conflict("the first record of the version is none that begins one");
    }
    return parts;
  }

  /** The first has to be there before the others; these go together. */
  private Future<Void> writeInOrder(List<ProducerRecord<byte[], byte[]>> records) {
    return writer.write(records.getFirst()).compose(_ -> writeRest(records, 1));
  }

  private Future<Void> writeRest(List<ProducerRecord<byte[], byte[]>> records, int from) {
    if (from >= records.size()) {
      return Future.succeededFuture();
    }
    int to = Math.min(records.size(), from + 500);
    return Future.all(records.subList(from, to).stream().map(writer::write).toList())
        .compose(_ -> writeRest(records, to));
  }

  // --- Dead letters --------------------------------------------------------------------------

  Future<Reply> replay(Query query) {
    JsonObject body = query.object(Set.of("note", "again"));
    String note = Query.text(body, "note");
    return lookUp(() -> original(query, again(body), note))
        .compose(
            record ->
                writer
                    .write(record)
                    .compose(
                        metadata ->
                            writer
                                .write(mark(query, "replayed", note))
                                .map(_ -> replayed(metadata))
                                .recover(
                                    failure ->
                                        Future.failedFuture(
                                            ApiException.unavailable(
                                                "the record is written again ("
                                                    + RecordWriter.position(metadata).encode()
                                                    + "), but not the mark that says so: "
                                                    + failure.getMessage())))));
  }

  private static Reply replayed(RecordMetadata metadata) {
    return Reply.accepted(new JsonObject().put("position", RecordWriter.position(metadata)));
  }

  private static boolean again(JsonObject body) {
    Object again = body.getValue("again");
    if (again == null || again instanceof Boolean) {
      return Boolean.TRUE.equals(again);
    }
    throw ApiException.invalid("again is true or false");
  }

  private ListedDeadLetter undecided(Query query, boolean again) {
    ListedDeadLetter letter = letters.find(query);
    if (letter.decision().isPresent() && !again) {
      throw ApiException.conflict(
          letter.position()
              + " was "
              + letter.state()
              + " by "
              + letter.decision().get().by()
              + "; say \"again\": true to do it all the same");
    }
    return letter;
  }

  /** The record that a letter holds, with what the replay adds. */
  private ProducerRecord<byte[], byte[]> original(Query query, boolean again, String note) {
    ListedDeadLetter letter = undecided(query, again);
    ConsumerRecord<byte[], byte[]> record = letters.record(letter);
    boolean known =
        List.of(topics.jobs(), topics.graphs(), topics.control(), topics.changes())
            .contains(letter.topic());
    if (!known) {
      throw ApiException.conflict("its topic, '" + letter.topic() + "', is none of these workers'");
    }
    if (!letters.isWhole(letter, record)) {
      throw ApiException.conflict(
          letter.position() + " does not hold the whole record: " + letter.cause().message());
    }
    if (query.asker().isBound() && !letter.graph().filter(query.asker()::seesGraph).isPresent()) {
      throw ApiException.forbidden(query.asker().name() + " does not use its graph");
    }
    // The producer would wait for a partition that is not there, and all who write behind it.
    if (letter.originalPartition() < 0
        || letter.originalPartition() >= reader.partitions(letter.topic())) {
      throw ApiException.conflict(
          letter.position() + " names no partition of " + letter.topic() + " that is there");
    }
    var copy =
        new ProducerRecord<>(
            letter.topic(), letter.originalPartition(), record.key(), record.value());
    record
        .headers()
        .forEach(
            header -> {
              if (!header.key().startsWith("dlq_")) {
                copy.headers().add(header);
              }
            });
    copy.headers()
        .add(DeadLetterHeaders.REPLAY_OF, letter.position().getBytes(UTF_8))
        .add(DeadLetterHeaders.REPLAY_BY, query.asker().name().getBytes(UTF_8))
        .add(DeadLetterHeaders.REPLAY_TIME, Text.now().getBytes(UTF_8))
        .add(DeadLetterHeaders.REPLAY_NOTE, note.getBytes(UTF_8));
    return copy;
  }

  Future<Reply> discard(Query query) {
    JsonObject body = query.object(Set.of("note", "again"));
    String note = Query.text(body, "note");
    return lookUp(() -> undecided(query, again(body)))
        .compose(_ -> writer.write(mark(query, "discarded", note)))
        .map(_ -> Reply.accepted());
  }

  /** A mark about a letter, on the letter's partition. */
  private ProducerRecord<byte[], byte[]> mark(Query query, String decision, String note) {
    String position = query.part(1);
    int partition = Integer.parseInt(position.substring(0, position.indexOf('-')));
    var mark =
        new ProducerRecord<byte[], byte[]>(
            topics.deadLetters(), partition, ("mark/" + position).getBytes(UTF_8), null);
    mark.headers()
        .add(DeadLetterHeaders.DECISION, decision.getBytes(UTF_8))
        .add(DeadLetterHeaders.DECISION_OF, position.getBytes(UTF_8))
        .add(DeadLetterHeaders.DECISION_BY, query.asker().name().getBytes(UTF_8))
        .add(DeadLetterHeaders.DECISION_TIME, Text.now().getBytes(UTF_8))
        .add(DeadLetterHeaders.DECISION_NOTE, note.getBytes(UTF_8));
    return mark;
  }

  // --- Workers -------------------------------------------------------------------------------

  Future<Reply> drain(Query query) {
    query.requireUnbound();
    JsonObject body = query.object(Set.of("worker", "note"));
    String note = Query.text(body, "note");
    String worker =
        Optional.of(Query.text(body, "worker")).filter(w -> !w.isEmpty()).orElse(own.id());
    if (worker.equals(own.id())) {
      own.drain("asked for by " + query.asker().name());
      return Future.succeededFuture(Reply.accepted());
    }
    boolean known =
        directory.workers(System.currentTimeMillis()).stream()
            .anyMatch(other -> other.id().equals(worker));
    if (!known) {
      throw ApiException.notFound("no worker " + worker + " was heard of in the last minute");
    }
    return writer
        .write(new WorkerRecords(topics.workers()).drain(worker, query.asker().name(), note))
        .map(_ -> Reply.accepted());
  }
}
