package io.cliquestream.worker.metrics;

/**
 * The catalogue of everything the worker measures. Names and units are stable; a dot becomes an
 * underscore in Prometheus, which also appends the unit.
 */
public enum Metric {
  INGEST("cliquestream.ingest", "seconds", "Time to take in one batch of graph records"),
  INGEST_EDGES("cliquestream.ingest.edges", "edges", "Edges listed by versions that became usable"),
  DELTA_IGNORED(
      "cliquestream.delta.ignored",
      "edges",
      "Changes of deltas that changed nothing: insertions of edges that were there, deletions of"
          + " edges that were not"),
  INGEST_LAG("cliquestream.ingest.lag", "records", "Graph records not yet taken in, by partition"),
  PREPARE("cliquestream.prepare", "seconds", "Time to build a graph from its edges"),
  REJECTIONS("cliquestream.rejections", "versions", "Graph versions rejected, by code"),
  DEAD_LETTERS(
      "cliquestream.dead.letters",
      "records",
      "Records sent to the dead-letter topic, by the topic they came from (jobs: control too)"),
  ASSEMBLY("cliquestream.assembly", "bytes", "Off-heap bytes of snapshots being put together"),
  NAMES("cliquestream.names", "bytes", "Off-heap bytes of vertices' names"),
  CACHE("cliquestream.cache", "bytes", "Off-heap bytes of graphs and orientations in the cache"),
  CACHE_SPILL("cliquestream.cache.spill", "bytes", "Bytes of evicted graphs on disk"),
  CACHE_HITS("cliquestream.cache.hits", "leases", "Leases and orientations found in memory"),
  CACHE_MISSES("cliquestream.cache.misses", "leases", "Leases and orientations not in memory"),
  CACHE_EVICTIONS("cliquestream.cache.evictions", "entries", "Graphs and orientations pushed out"),
  CACHE_BUILDS("cliquestream.cache.builds", "entries", "Graphs and orientations built"),
  CACHE_SPILL_FAILURES(
      "cliquestream.cache.spill.failures",
      "graphs",
      "Graphs that the disk did not take, gave back damaged or did not let go"),
  CACHE_SPILL_DEGRADED(
      "cliquestream.cache.spill.degraded", "folders", "1 while the disk does not keep graphs"),
  GRAPH_PLACES("cliquestream.graphs", "versions", "Usable graph versions, by where they are"),
  GRAPH_REREADS(
      "cliquestream.graphs.reread", "versions", "Graph versions read from the topic again"),
  INTAKE_SKIPPED(
      "cliquestream.intake.skipped",
      "records",
      "Graph records that did not fit the heap when decompressed and were skipped"),
  CHANGES("cliquestream.changes", "events", "Edge events taken in, by what became of them"),
  CHANGES_OUT_OF_ORDER(
      "cliquestream.changes.out.of.order",
      "events",
      "Edge events whose time was before one that had come, within the allowed lateness"),
  CHANGES_EXPIRED(
      "cliquestream.changes.expired", "edges", "Edges deleted because they left a window"),
  CHANGES_LAG("cliquestream.changes.lag", "records", "Records of changes not yet taken in"),
  STREAM_VERSIONS("cliquestream.stream.versions", "versions", "Versions made by streams, by kind"),
  STREAM_COMMIT(
      "cliquestream.stream.commit", "seconds", "Time to commit versions with their offsets"),
  STREAM_SNAPSHOT_WAIT(
      "cliquestream.stream.snapshot.wait",
      "seconds",
      "Time for which the events of a partition waited while a stream's snapshot was written"),
  STREAM_RESTARTS(
      "cliquestream.stream.restarts", "partitions", "Partitions of changes that were opened again"),
  STREAMS("cliquestream.streams", "streams", "Streams in memory"),
  STREAMS_BROKEN("cliquestream.streams.broken", "streams", "Streams that miss a version"),
  WINDOW_EVENTS("cliquestream.window", "events", "Events in the windows of all streams"),
  OFF_HEAP("cliquestream.off.heap", "bytes", "Bytes reserved off the heap"),
  OFF_HEAP_LIMIT("cliquestream.off.heap.limit", "bytes", "Most bytes to be reserved off the heap"),
  SPLIT_JOBS("cliquestream.split.jobs", "jobs", "Jobs that this worker cut for all workers"),
  SPLIT_TASKS_ISSUED(
      "cliquestream.split.issued", "tasks", "Parts of jobs given out, at first or again"),
  SPLIT_TASKS_ENDED(
      "cliquestream.split.ended", "tasks", "Parts of jobs taken by this worker, by their end"),
  SPLIT_DUPLICATES(
      "cliquestream.split.duplicates", "tasks", "Partial answers to parts that were answered"),
  SPLIT_READ(
      "cliquestream.split.read",
      "records",
      "Plans and partial answers read for the jobs that this worker cut"),
  ENGINE("cliquestream.engine", "engines", "1 for the kind of engine that was opened"),
  TRACE_SPANS(
      "cliquestream.traces",
      "spans",
      "Spans that ended, were taken by the receiver, or were refused by it"),
  DEVICE_READY("cliquestream.device.ready", "devices", "1 while the GPU takes jobs"),
  DEVICE_MEMORY("cliquestream.device.memory", "bytes", "Device memory allocated"),
  DEVICE_MEMORY_PEAK("cliquestream.device.memory.peak", "bytes", "Most device memory so far"),
  DEVICE_MEMORY_BUDGET("cliquestream.device.memory.budget", "bytes", "Device memory allowed"),
  DEVICE_CACHE("cliquestream.device.cache", "bytes", "Bytes of graphs kept on the GPU"),
  DEVICE_GRAPHS("cliquestream.device.graphs", "graphs", "Graphs kept on the GPU"),
  DEVICE_CACHE_HITS("cliquestream.device.cache.hits", "jobs", "GPU jobs that found their graph"),
  DEVICE_CACHE_MISSES("cliquestream.device.cache.misses", "jobs", "GPU jobs that built it"),
  DEVICE_CACHE_EVICTIONS("cliquestream.device.cache.evictions", "graphs", "Graphs pushed out"),
  DEVICE_LANES("cliquestream.device.lanes", "lanes", "GPU jobs that can run side by side"),
  DEVICE_BUSY_LANES("cliquestream.device.lanes.busy", "lanes", "GPU jobs that run"),
  DEVICE_WAITING("cliquestream.device.waiting", "jobs", "Jobs that wait for device memory"),
  DEVICE_JOBS("cliquestream.device.jobs", "jobs", "Jobs answered, by the engine that did"),
  DEVICE_FAULTS("cliquestream.device.faults", "faults", "Faults that ended the GPU's context"),
  JOBS("cliquestream.jobs", "Jobs in each state"),
  JOBS_ENDED("cliquestream.jobs.ended", "Runs that ended, by algorithm and status"),
  JOBS_FAILED("cliquestream.jobs.failed", "Runs that ended with a failure, by its code"),
  JOBS_DUPLICATES("cliquestream.jobs.duplicates", "Job records whose id was answered before"),
  JOBS_DEAD_LETTERS(
      "cliquestream.jobs.dead.letters",
      "Records of jobs and control sent to the dead-letter topic"),
  JOBS_IN_FLIGHT("cliquestream.jobs.in.flight", "Jobs taken from the topic and not yet answered"),
  JOBS_LAG("cliquestream.jobs.lag", "Records of the jobs topic not yet taken, by partition"),
  JOBS_QUEUE("cliquestream.jobs.queue", "Time from a job's arrival to its lane"),
  JOBS_PREPARE("cliquestream.jobs.prepare", "Time to build, or wait for, orientations"),
  JOBS_COMPUTE("cliquestream.jobs.compute", "Time of the algorithms themselves"),
  JOBS_CANCEL("cliquestream.jobs.cancel", "Time from a cancel request to the engine's letting go"),
  JOBS_PUBLISH("cliquestream.jobs.publish", "Time from the end of a computation to its commit"),
  TRANSACTIONS("cliquestream.transactions", "Transactions by outcome"),
  TRANSACTION_COMMIT("cliquestream.transactions.commit", "Duration of committed transactions"),
  TRANSACTION_JOBS("cliquestream.transactions.jobs", "Outcomes that shared one transaction"),
  STANDING_RUNS(
      "cliquestream.standing.runs",
      "Runs of standing jobs that ended well, by how their answer was found"),
  STANDING_GRAPHS(
      "cliquestream.standing.graphs", "Graphs of standing jobs that are kept as they evolve"),
  ALERTS("cliquestream.alerts", "Alerts by kind"),
  ADMISSION_WAITING("cliquestream.admission.waiting", "Jobs that wait for a lane"),
  ADMISSION_RUNNING("cliquestream.admission.running", "Jobs on lanes"),
  ADMISSION_WAIT("cliquestream.admission.wait", "From the line to the lane"),
  ADMISSION_COMPUTED("cliquestream.admission.computed", "Processor time of ended jobs"),
  ADMISSION_DEMOTED("cliquestream.admission.demoted", "Small jobs that turned out to be long ones"),
  ADMISSION_REFUSED("cliquestream.admission.refused", "Jobs refused by a quota of their tenant"),
  ADMISSION_TIME_RATIO(
      "cliquestream.admission.time.ratio", "Measured over predicted processor time of ended jobs"),
  ADMISSION_PREDICTED_BYTES(
      "cliquestream.admission.predicted.bytes", "Predicted host memory of a job"),
  MEMORY_RESERVED("cliquestream.memory.reserved", "Bytes set aside"),
  MEMORY_LIMIT("cliquestream.memory.limit", "Most bytes that may be set aside");

  private final String text;
  private final String unit;
  private final String description;

  /** Of which the name says the unit, where there is one. */
  Metric(String text, String description) {
    this(text, null, description);
  }

  Metric(String text, String unit, String description) {
    this.text = text;
    this.unit = unit;
    this.description = description;
  }

  /** Name in Micrometer's spelling. */
  public String text() {
    return text;
  }

  /** Base unit; null where Prometheus appends none. */
  public String unit() {
    return unit;
  }

  /** What it measures. */
  public String description() {
    return description;
  }
}
