package io.cliquestream.cli.kafka;

import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.contract.TraceParent;
import io.cliquestream.loadgen.cli.BrokerOptions;
import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.config.TraceSettings;
import io.cliquestream.worker.trace.JobTraces;
import io.cliquestream.worker.trace.TraceExport;
import io.opentelemetry.context.Context;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The trace of a command that sends a job, where the environment asks for one with the variables of
 * the worker's settings ({@code CLIQUESTREAM_TRACES_…}). A variable {@code TRACEPARENT} names what
 * it is a part of, such as a step of a pipeline.
 *
 * @param parent what the command is a part of
 */
record SubmitTraces(Optional<TraceExport> export, Context parent) implements AutoCloseable {
  private static final String PREFIX = "CLIQUESTREAM_TRACES_";

  /**
   * What the environment asks for.
   *
   * @throws io.cliquestream.worker.config.ConfigurationException when a variable cannot be used
   */
  static SubmitTraces fromEnvironment(Map<String, String> environment) {
    if (environment.getOrDefault(PREFIX + "OTLP_ENDPOINT", "").isBlank()) {
      return new SubmitTraces(Optional.empty(), Context.root());
    }
    Map<String, String> ours =
        environment.entrySet().stream()
            .filter(variable -> variable.getKey().startsWith(PREFIX))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    TraceSettings settings =
        ConfigurationSchema.of(TraceSettings.class)
            .load(null, ours, Map.of())
            .get(TraceSettings.class);
    TraceExport export = TraceExport.open(settings, "cliquestream-submit", "");
    return new SubmitTraces(
        Optional.of(export),
        TraceParent.parse(environment.getOrDefault("TRACEPARENT", ""))
            .map(JobTraces::above)
            .orElse(Context.root()));
  }

  /** A client whose jobs are traced, if anything is. */
  CliquestreamClient connect(BrokerOptions broker) {
    return export
        .map(known -> CliquestreamClient.open(broker.settings(), known.provider()))
        .orElseGet(broker::connect);
  }

  /** Sends the last spans, within a bound. */
  @Override
  public void close() {
    export.ifPresent(TraceExport::close);
  }
}
