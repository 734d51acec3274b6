package io.cliquestream.worker.service;

import io.cliquestream.worker.changes.ChangeSettings;
import io.cliquestream.worker.config.ApiSettings;
import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.config.DrainSettings;
import io.cliquestream.worker.config.EngineSettings;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.config.HttpSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.config.LogSettings;
import io.cliquestream.worker.config.RightsSettings;
import io.cliquestream.worker.config.TraceSettings;
import io.cliquestream.worker.jobs.JobSettings;
import io.cliquestream.worker.jobs.SplitSettings;
import io.cliquestream.worker.memory.MemorySettings;
import io.cliquestream.worker.quota.QuotaSettings;

/** Every setting of a worker. */
public final class WorkerSchema {
  private static final ConfigurationSchema SCHEMA =
      ConfigurationSchema.of(
          KafkaSettings.class,
          GraphSettings.class,
          JobSettings.class,
          ChangeSettings.class,
          SplitSettings.class,
          QuotaSettings.class,
          RightsSettings.class,
          MemorySettings.class,
          EngineSettings.class,
          HttpSettings.class,
          ApiSettings.class,
          DrainSettings.class,
          LogSettings.class,
          TraceSettings.class);

  private WorkerSchema() {}

  /** The schema. */
  public static ConfigurationSchema schema() {
    return SCHEMA;
  }
}
