package io.cliquestream.worker.api;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.contract.HeaderNames;
import io.cliquestream.contract.JobKind;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.ResultRecord;
import io.cliquestream.worker.api.json.AlertJson;
import io.cliquestream.worker.api.json.JobJson;
import io.cliquestream.worker.api.json.ResultJson;
import io.cliquestream.worker.api.json.Text;
import io.cliquestream.worker.directory.GroupDirectory;
import io.cliquestream.worker.directory.JobFilter;
import io.cliquestream.worker.directory.listed.JobRecord;
import io.cliquestream.worker.directory.listed.ListPosition;
import io.cliquestream.worker.directory.listed.ListedAlert;
import io.cliquestream.worker.directory.listed.ListedRun;
import io.cliquestream.worker.directory.listed.ListedState;
import io.cliquestream.worker.directory.listed.Page;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Jobs, one job, the rows of its answer, standing jobs: all that is read. May wait. */
record JobResources(GroupDirectory directory, TopicReader reader, Topics topics) {
  Reply list(Query query) {
    return Reply.ok(
        page(directory.jobs(filter(query), query.position(), query.limit()), JobJson::job));
  }

  private static JobFilter filter(Query query) {
    Optional<String> kind = query.text("kind", 64);
    return new JobFilter(
        query.asker()::seesTenant,
        query.text("id", 128),
        query.text("graph", 128),
        query.text("tenant", 64),
        states(query),
        kind.map(
            name ->
                JobKind.named(name)
                    .orElseThrow(() -> ApiException.invalid("there is no kind " + name))),
        query.time("from", Long.MIN_VALUE),
        query.time("to", Long.MAX_VALUE),
        query.text("text", 128).orElse("").toLowerCase(Locale.ROOT));
  }

  private static Set<ListedState> states(Query query) {
    var states = EnumSet.noneOf(ListedState.class);
    for (String name : query.text("state", 256).orElse("").split(",", -1)) {
      if (!name.isEmpty()) {
        states.add(
            ListedState.named(name)
                .orElseThrow(() -> ApiException.invalid("there is no state " + name)));
      }
    }
    return states;
  }

  /** The shape of every list. */
  static <T> JsonObject page(Page<T> page, Function<T, JsonObject> write) {
    return new JsonObject()
        .put("items", new JsonArray(page.items().stream().map(write).toList()))
        .put("total", page.total())
        .put("next", page.next().orElse(null));
  }

  Reply standing(Query query) {
    var filter = JobFilter.all(query.asker()::seesTenant);
    return Reply.ok(
        page(
            directory.standing(filter, query.cursor().orElse(""), query.limit()),
            JobJson::standing));
  }

  /** The newest alerts of a standing job. */
  Reply alerts(Query query) {
    JobRecord job = find(query, query.part(1));
    return alerts(directory.alerts(job.job().id(), query.limit()));
  }

  /** The newest alerts of all jobs. */
  Reply allAlerts(Query query) {
    Optional<String> graph = query.text("graph", 128);
    Optional<String> kind = query.text("kind", 32);
    if (kind.isPresent() && !AlertJson.KINDS.contains(kind.get())) {
      throw ApiException.invalid("there is no kind of alerts " + kind.get());
    }
    return alerts(
        directory.alerts(
            listed ->
                query.asker().seesTenant(listed.alert().getTenant())
                    && (graph.isEmpty() || listed.alert().getGraphId().equals(graph.get()))
                    && (kind.isEmpty() || AlertJson.kind(listed.alert()).equals(kind.get())),
            query.limit()));
  }

  private static Reply alerts(List<ListedAlert> alerts) {
    return Reply.ok(
        new JsonObject()
            .put("items", new JsonArray(alerts.stream().map(AlertJson::write).toList())));
  }

  /** A job that the asker may see. */
  JobRecord find(Query query, String id) {
    return directory
        .job(id)
        .filter(job -> query.asker().seesTenant(job.job().tenant()))
        .orElseThrow(() -> ApiException.notFound("no job " + id + " is known"));
  }

  Reply one(Query query) {
    JobRecord job = find(query, query.part(1));
    ListedRun run = run(query, job);
    Optional<JobResult> result = run == null ? Optional.empty() : result(job, run);
    Optional<ConsumerRecord<byte[], byte[]>> request = request(job);
    JsonObject detail = JobJson.job(job.job());
    detail
        .put("request", requestJson(job, request))
        .put("timeline", JobJson.timeline(job, result, run))
        .put("cost", JobJson.cost(job, result, run))
        .put("offsets", offsets(job, run))
        .put("result", result.map(ResultJson::write).orElse(null))
        .put("resultMissing", missing(job, run, result))
        .put("runs", JobJson.runs(job.runs()))
        .put("nextRun", job.standing().map(s -> JobJson.nextRun(s.definition())).orElse(null))
        .put("trace", request.map(JobResources::trace).orElse(null));
    return Reply.ok(detail);
  }

  /** The run that is asked for; null when there is none yet. */
  private static ListedRun run(Query query, JobRecord job) {
    Optional<String> wanted = query.text("run", 20);
    if (wanted.isEmpty()) {
      return job.job().last();
    }
    long number;
    try {
      number = Long.parseUnsignedLong(wanted.get());
    } catch (NumberFormatException e) {
      throw ApiException.invalid("run is a number");
    }
    ListedRun last = job.job().last();
    if (last != null && last.run() == number) {
      return last;
    }
    return job.runs().stream()
        .filter(run -> run.run() == number)
        .findFirst()
        .orElseThrow(
            () ->
                ApiException.notFound(
                    "no run " + wanted.get() + " of job " + job.job().id() + " is known"));
  }

  private Optional<JobResult> result(JobRecord job, ListedRun run) {
    return reader
        .one(topics.results(), run.partition(), run.offset())
        .flatMap(JobResources::parse)
        .filter(ResultRecord::hasResult)
        .map(ResultRecord::getResult)
        .filter(result -> result.getJobId().equals(job.job().id()));
  }

  /** A record of the results; empty when it is none. */
  static Optional<ResultRecord> parse(ConsumerRecord<byte[], byte[]> record) {
    try {
      return record.value() == null
          ? Optional.empty()
          : Optional.of(ResultRecord.parseFrom(record.value()));
    } catch (InvalidProtocolBufferException e) {
      return Optional.empty();
    }
  }

  private Optional<ConsumerRecord<byte[], byte[]>> request(JobRecord job) {
    ListPosition position = job.job().position();
    return position.offset() < 0
        ? Optional.empty()
        : reader.one(topics.jobs(), position.partition(), position.offset());
  }

  private static JsonObject requestJson(
      JobRecord job, Optional<ConsumerRecord<byte[], byte[]>> record) {
    if (record.isEmpty()) {
      return job.standing().map(s -> ProtoJson.write(s.definition().request())).orElse(null);
    }
    try {
      return ProtoJson.write(JobRequest.parseFrom(record.get().value()));
    } catch (InvalidProtocolBufferException e) {
      return null;
    }
  }

  private static String trace(ConsumerRecord<byte[], byte[]> record) {
    Header trace = record.headers().lastHeader(HeaderNames.TRACE_PARENT);
    return trace == null || trace.value() == null || trace.value().length > 256
        ? null
        : new String(trace.value(), StandardCharsets.UTF_8);
  }

  private static String missing(JobRecord job, ListedRun run, Optional<JobResult> result) {
    if (result.isPresent()) {
      return null;
    }
    if (run != null) {
      return "its record is no longer on the topic of results";
    }
    return job.job().state() == ListedState.EXPIRED
        ? "it was answered so long ago that its result is not known here"
        : null;
  }

  private JsonObject offsets(JobRecord job, ListedRun run) {
    ListPosition position = job.job().position();
    return new JsonObject()
        .put(
            "request",
            position.offset() < 0
                ? null
                : Text.position(topics.jobs(), position.partition(), position.offset()))
        .put(
            "result",
            run == null ? null : Text.position(topics.results(), run.partition(), run.offset()));
  }

  Reply rows(Query query) {
    JobRecord job = find(query, query.part(1));
    ListedRun run = run(query, job);
    var rows = new ResultRows(query.cursor(), query.limit());
    if (run != null && run.pages() > 0) {
      reader.each(
          topics.results(),
          run.partition(),
          // A page lies at its number behind the first, or later: never before.
          run.pagesFrom() + Math.min(rows.firstPage(), run.pages()),
          run.offset(),
          record ->
              rows.take(
                  parse(record)
                      .filter(ResultRecord::hasPage)
                      .map(ResultRecord::getPage)
                      .filter(page -> page.getJobId().equals(job.job().id()))
                      .filter(page -> page.getRun() == run.run())));
    }
    return Reply.ok(rows.write());
  }
}
