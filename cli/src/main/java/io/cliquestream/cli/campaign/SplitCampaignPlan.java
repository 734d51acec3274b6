package io.cliquestream.cli.campaign;

import io.cliquestream.worker.config.ByteSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a campaign of split jobs does.
 *
 * @param jobs jobs of all kinds, each cut into parts for all workers
 * @param parts about how many parts each is cut into
 * @param workers worker processes
 * @param longJobs jobs of some 15 seconds on this machine, each run twice: undisturbed, and with a
 *     worker killed in its middle; 0 for none
 * @param standstill how long a worker stands still (SIGSTOP), once in the middle of a job; 0 for
 *     not at all
 * @param brokerKills SIGKILL of the broker in the middle of a job, spread evenly
 * @param seed of graphs, jobs and victims
 * @param workerHeap value of -Xmx for each worker
 * @param workerMemory value of memory.limit for each worker
 * @param workerSettings settings of every worker, beside those of {@link #settings}
 * @param patience how long to wait without any answer
 * @param folder where logs and the broker's data lie
 */
record SplitCampaignPlan(
    int jobs,
    int parts,
    int workers,
    int longJobs,
    Duration standstill,
    int brokerKills,
    long seed,
    String workerHeap,
    ByteSize workerMemory,
    Map<String, String> workerSettings,
    Duration patience,
    Path folder) {
  /** Of so many jobs the last one loses a worker in its middle. */
  static final int KILL_EVERY = 10;

  SplitCampaignPlan {
    workerSettings = Map.copyOf(workerSettings);
    if (jobs < 1 || parts < 2 || workers < 2) {
      throw new IllegalArgumentException(
          "a campaign of split jobs needs jobs, two parts of each, and two workers");
    }
  }

  /** Settings of every worker: a dead one is noticed soon, and has one thread to compute. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("engine.kind", "cpu");
    settings.put("engine.threads", "1");
    settings.put("kafka.request-timeout", "5s");
    settings.put("jobs.session-timeout", "6s");
    settings.put("jobs.transaction-timeout", "5s");
    settings.put("split.reissue-after", "10s");
    settings.putAll(workerSettings);
    return settings;
  }
}
