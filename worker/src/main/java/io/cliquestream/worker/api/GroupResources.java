package io.cliquestream.worker.api;

import io.cliquestream.contract.Topics;
import io.cliquestream.worker.access.Principal;
import io.cliquestream.worker.api.json.Text;
import io.cliquestream.worker.directory.GroupDirectory;
import io.cliquestream.worker.directory.JobFigures;
import io.cliquestream.worker.directory.JobFilter;
import io.cliquestream.worker.directory.feed.DirectoryFeed;
import io.cliquestream.worker.directory.feed.GroupLag;
import io.cliquestream.worker.directory.listed.ListedGraph;
import io.cliquestream.worker.directory.listed.ListedVersion;
import io.cliquestream.worker.directory.listed.ListedWorker;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The group at a glance, its workers, lanes, partitions, settings, build. May wait. */
record GroupResources(
    GroupDirectory directory,
    DirectoryFeed feed,
    GroupLag lag,
    OwnWorker own,
    Topics topics,
    String group) {
  static Reply access(Query query) {
    Principal asker = query.asker();
    return Reply.ok(
        new JsonObject()
            .put("name", asker.name())
            .put("role", asker.role().text())
            .put(
                "tenants",
                asker.tenants().map(t -> new JsonArray(List.copyOf(new TreeSet<>(t)))).orElse(null))
            .put("graphs", asker.isBound() ? new JsonArray(asker.graphs()) : null));
  }

  Reply overview(Query query) {
    return Reply.ok(overview(query.asker()));
  }

  /** The schema Overview, of what somebody may see. */
  JsonObject overview(Principal asker) {
    long now = System.currentTimeMillis();
    List<ListedWorker> workers = workersNow(now);
    JobFigures figures = directory.figures(JobFilter.all(asker::seesTenant), now);
    var states = new JsonObject();
    figures.states().forEach((state, count) -> states.put(state.text(), count));
    return new JsonObject()
        .put("time", Text.time(now))
        .put("worker", own.id())
        .put("group", group)
        .put("caughtUp", feed.isCurrent())
        .put("degraded", degraded())
        .put("workers", workers.size())
        .put("ready", workers.stream().filter(w -> isReady(w, now)).count())
        .put("lag", asker.isBound() ? null : totalLag())
        .put("jobs", new JsonObject().put("known", figures.known()).put("byState", states))
        .put(
            "rates",
            new JsonObject()
                .put("received", figures.received())
                .put("succeeded", figures.succeeded())
                .put("failed", figures.failed()))
        .put("latency", latency(figures.latencies()))
        .put("lanes", lanes(workers))
        .put("graphs", graphs(asker))
        .put("standing", figures.standing())
        .put("streams", streams(asker))
        .put(
            "deadLetters",
            directory.countDeadLetters(
                letter -> DeadLetterResources.sees(asker, letter) && letter.decision().isEmpty()));
  }

  private JsonArray degraded() {
    var list = new JsonArray();
    feed.missing()
        .forEach(
            (topic, reason) -> list.add(new JsonObject().put("part", topic).put("reason", reason)));
    lag.failure()
        .ifPresent(reason -> list.add(new JsonObject().put("part", "lag").put("reason", reason)));
    if (directory.isGraphsFull()) {
      list.add(
          new JsonObject()
              .put("part", "graphs")
              .put("reason", "there are more than api.graphs-kept"));
    }
    return list;
  }

  private Long totalLag() {
    return lag.offsets().isEmpty()
        ? null
        : lag.offsets().values().stream().mapToLong(GroupLag.Offsets::lag).sum();
  }

  private static JsonObject latency(JobFigures.Latencies latencies) {
    var json = new JsonObject();
    for (int percent : new int[] {50, 95, 99}) {
      json.put(
          "p" + percent + "Millis", latencies.isEmpty() ? null : latencies.percentile(percent));
    }
    return json;
  }

  private static JsonObject lanes(List<ListedWorker> workers) {
    int total = 0;
    int busy = 0;
    int waiting = 0;
    for (ListedWorker worker : workers) {
      JsonObject lanes = worker.report().getJsonObject("lanes", new JsonObject());
      total += lanes.getInteger("total", 0);
      busy += lanes.getInteger("busySmall", 0) + lanes.getInteger("busyLong", 0);
      waiting += lanes.getInteger("waitingSmall", 0) + lanes.getInteger("waitingLong", 0);
    }
    return new JsonObject().put("total", total).put("busy", busy).put("waiting", waiting);
  }

  private JsonObject graphs(Principal asker) {
    List<ListedGraph> known = directory.graphs(graph -> asker.seesGraph(graph.id()));
    Map<String, Integer> places = new HashMap<>();
    long bytes = 0;
    for (ListedGraph graph : known) {
      for (ListedVersion version : graph.versions()) {
        if (version.isReady()) {
          places.merge(version.place(), 1, Integer::sum);
          bytes += version.place().equals("memory") ? version.bytes() : 0;
        }
      }
    }
    return new JsonObject()
        .put("known", known.size())
        .put("memory", places.getOrDefault("memory", 0))
        .put("disk", places.getOrDefault("disk", 0))
        .put("topic", places.getOrDefault("topic", 0))
        .put("bytes", bytes);
  }

  private JsonObject streams(Principal asker) {
    int known = 0;
    int broken = 0;
    for (ListedGraph graph :
        directory.graphs(graph -> graph.stream() != null && asker.seesGraph(graph.id()))) {
      known++;
      broken += graph.stream().isBroken() ? 1 : 0;
    }
    return new JsonObject().put("known", known).put("broken", broken);
  }

  /** All that were heard of, and this one as it is now: it need not be heard to be there. */
  private List<ListedWorker> workersNow(long now) {
    List<ListedWorker> workers = new ArrayList<>(directory.workers(now));
    workers.removeIf(worker -> worker.id().equals(own.id()));
    workers.add(new ListedWorker(own.id(), own.report(), now));
    workers.sort((a, b) -> a.id().compareTo(b.id()));
    return workers;
  }

  private static boolean isReady(ListedWorker worker, long now) {
    return !worker.isSilent(now) && worker.report().getBoolean("ready", false);
  }

  Reply workers() {
    long now = System.currentTimeMillis();
    var items = new JsonArray();
    workersNow(now).forEach(worker -> items.add(worker(worker, now)));
    return Reply.ok(new JsonObject().put("items", items));
  }

  /** The schema Worker. */
  static JsonObject worker(ListedWorker worker, long now) {
    JsonObject report = worker.report();
    boolean silent = worker.isSilent(now);
    var json = new JsonObject().put("id", worker.id());
    for (String field :
        List.of("started", "address", "host", "version", "engine", "lanes", "jobs", "checks")) {
      json.put(field, report.getValue(field));
    }
    var partitions = new JsonArray();
    stages(report).forEach(stage -> partitions.add(stage.getInteger("partition")));
    return json.put("state", silent ? "silent" : report.getString("state", "running"))
        .put("ready", !silent && report.getBoolean("ready", false))
        .put("seen", Text.time(worker.seen()))
        .put("partitions", partitions);
  }

  private static List<JsonObject> stages(JsonObject report) {
    JsonArray stages = report.getJsonArray("stages", new JsonArray());
    var list = new ArrayList<JsonObject>();
    for (int i = 0; i < stages.size(); i++) {
      list.add(stages.getJsonObject(i));
    }
    return list;
  }

  Reply lanes() {
    long now = System.currentTimeMillis();
    var items = new JsonArray();
    for (ListedWorker worker : workersNow(now)) {
      JsonObject report = worker.report();
      items.add(
          new JsonObject()
              .put("worker", worker.id())
              .put("lanes", report.getValue("lanes"))
              .put("memory", report.getValue("memory"))
              .put("cache", report.getValue("cache"))
              .put("device", report.getValue("device"))
              .put("devices", report.getJsonArray("devices", new JsonArray())));
    }
    return Reply.ok(new JsonObject().put("items", items));
  }

  Reply partitions() {
    long now = System.currentTimeMillis();
    Map<Integer, JsonObject> held = new HashMap<>();
    for (ListedWorker worker : workersNow(now)) {
      if (!worker.isSilent(now)) {
        for (JsonObject stage : stages(worker.report())) {
          held.put(stage.getInteger("partition"), stage.copy().put("worker", worker.id()));
        }
      }
    }
    var items = new JsonArray();
    Map<Integer, GroupLag.Offsets> offsets = lag.offsets();
    if (offsets.isEmpty()) {
      throw ApiException.unavailable(
          topics.jobs() + ": " + lag.failure().orElse("nothing is known yet"));
    }
    offsets.forEach(
        (partition, known) ->
            items.add(partition(partition, known, Optional.ofNullable(held.get(partition)))));
    return Reply.ok(new JsonObject().put("lag", totalLag()).put("items", items));
  }

  private static JsonObject partition(
      int partition, GroupLag.Offsets known, Optional<JsonObject> holder) {
    return new JsonObject()
        .put("partition", partition)
        .put("worker", holder.map(h -> h.getString("worker")).orElse(null))
        .put("stage", holder.map(h -> h.getString("stage")).orElse(null))
        .put("reason", holder.map(h -> h.getString("reason")).orElse(null))
        .put("committed", known.committed().orElse(null))
        .put("end", known.end())
        .put("lag", known.lag())
        .put("graphLag", holder.map(h -> h.getLong("graphLag")).orElse(null))
        .put("changesLag", holder.map(h -> h.getLong("changesLag")).orElse(null));
  }

  Reply configuration(Query query) {
    query.requireUnbound();
    return Reply.ok(
        new JsonObject().put("worker", own.id()).put("items", new JsonArray(own.configuration())));
  }

  Reply build() {
    return Reply.ok(own.build());
  }
}
