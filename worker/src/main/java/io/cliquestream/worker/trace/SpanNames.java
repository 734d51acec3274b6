package io.cliquestream.worker.trace;

import io.opentelemetry.api.common.AttributeKey;

/**
 * What spans carry. Attributes of messaging follow OpenTelemetry's conventions, which are still in
 * development; {@code cliquestream.*} are ours. Within one {@link #VERSION} names are only added.
 */
final class SpanNames {
  /** Of these names; on every span's resource. */
  static final String VERSION = "1";

  /** Instrumentation scope of every span of a worker. */
  static final String SCOPE = "io.cliquestream.worker";

  static final AttributeKey<String> NAMES_VERSION =
      AttributeKey.stringKey("cliquestream.traces.version");
  static final AttributeKey<String> SERVICE_NAME = AttributeKey.stringKey("service.name");
  static final AttributeKey<String> SERVICE_VERSION = AttributeKey.stringKey("service.version");
  static final AttributeKey<String> SERVICE_INSTANCE =
      AttributeKey.stringKey("service.instance.id");

  static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
  static final AttributeKey<String> OPERATION = AttributeKey.stringKey("messaging.operation.name");
  static final AttributeKey<String> OPERATION_TYPE =
      AttributeKey.stringKey("messaging.operation.type");
  static final AttributeKey<String> DESTINATION =
      AttributeKey.stringKey("messaging.destination.name");
  static final AttributeKey<String> PARTITION =
      AttributeKey.stringKey("messaging.destination.partition.id");
  static final AttributeKey<Long> OFFSET = AttributeKey.longKey("messaging.kafka.offset");
  static final AttributeKey<String> GROUP = AttributeKey.stringKey("messaging.consumer.group.name");
  static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

  static final AttributeKey<String> JOB = AttributeKey.stringKey("cliquestream.job.id");
  static final AttributeKey<String> KIND = AttributeKey.stringKey("cliquestream.job.kind");
  static final AttributeKey<String> STATUS = AttributeKey.stringKey("cliquestream.job.status");
  static final AttributeKey<Long> PART = AttributeKey.longKey("cliquestream.job.part");
  static final AttributeKey<Long> RUN = AttributeKey.longKey("cliquestream.job.run");
  static final AttributeKey<String> TENANT = AttributeKey.stringKey("cliquestream.tenant");
  static final AttributeKey<String> GRAPH = AttributeKey.stringKey("cliquestream.graph.id");

  /**
   * What became of the record: committed, given-back, duplicate, dead-letter, refused, standing.
   */
  static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("cliquestream.outcome");

  static final AttributeKey<String> ENGINE = AttributeKey.stringKey("cliquestream.engine");
  static final AttributeKey<Boolean> DISPLACED = AttributeKey.booleanKey("cliquestream.displaced");
  static final String PLAN_PREFIX = "cliquestream.plan.";

  static final String PROGRESS_EVENT = "progress";
  static final AttributeKey<String> PHASE = AttributeKey.stringKey("cliquestream.phase");
  static final AttributeKey<Double> FRACTION = AttributeKey.doubleKey("cliquestream.fraction");
  static final AttributeKey<Double> WORK_RATE =
      AttributeKey.doubleKey("cliquestream.work_per_second");

  static final String SLICE_EVENT = "slice";
  static final AttributeKey<Double> SECONDS = AttributeKey.doubleKey("cliquestream.seconds");
  static final AttributeKey<Double> SHARE = AttributeKey.doubleKey("cliquestream.share");
  static final AttributeKey<Long> LAUNCHES = AttributeKey.longKey("cliquestream.launches");

  private SpanNames() {}
}
