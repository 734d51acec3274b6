package io.cliquestream.worker.jobs;

import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.config.DrainSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.config.RightsSettings;
import io.cliquestream.worker.memory.MemorySettings;
import io.cliquestream.worker.quota.QuotaSettings;
import java.util.Map;

/** Settings of the job service without those of a whole worker. */
public final class TestSettings {
  private TestSettings() {}

  /** The documented defaults but for some settings, by property name. */
  public static JobServiceSettings of(Map<String, String> settings) {
    return JobServiceSettings.of(
        ConfigurationSchema.of(
                KafkaSettings.class,
                DrainSettings.class,
                JobSettings.class,
                QuotaSettings.class,
                MemorySettings.class,
                SplitSettings.class,
                RightsSettings.class)
            .load(null, Map.of(), settings));
  }
}
