package io.cliquestream.cli.campaign;

import io.cliquestream.worker.config.ByteSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * What a campaign does.
 *
 * @param jobs short jobs whose answers are known
 * @param outstanding jobs sent and not yet answered, at most
 * @param workers worker processes
 * @param workerKills SIGKILL of a worker, spread evenly over the jobs; it is started again
 * @param brokerKills SIGKILL of the broker, likewise
 * @param brokerStops times that the broker stays away for {@code brokerStop}
 * @param brokerStop how long
 * @param poison unusable records on the jobs, control and graph topics, spread evenly
 * @param bombs records on the graph topic whose batch grows to {@value CampaignPlan#BOMB_BYTES}
 *     bytes when it is decompressed
 * @param splitParts parts that every third short job is cut into for all workers; 0 for none
 * @param longJobs jobs of one tenant that would take very long; cancelled at the end
 * @param deviceFaults jobs that break the GPU of the worker that runs them, spread evenly
 * @param deviceKills SIGKILL of the process of a worker's GPU, likewise
 * @param seed of graphs, jobs and disturbances
 * @param workerHeap value of -Xmx for each worker
 * @param workerMemory value of memory.limit for each worker; more resident memory than that, and
 *     the campaign has failed
 * @param workerSettings settings of every worker
 * @param patience how long to wait for the last answers
 * @param folder where logs and the broker's data lie
 */
record CampaignPlan(
    int jobs,
    int outstanding,
    int workers,
    int workerKills,
    int brokerKills,
    int brokerStops,
    Duration brokerStop,
    int poison,
    int bombs,
    int splitParts,
    int longJobs,
    int deviceFaults,
    int deviceKills,
    long seed,
    String workerHeap,
    ByteSize workerMemory,
    Map<String, String> workerSettings,
    Duration patience,
    Path folder) {
  /** Decompressed size of a bomb. */
  static final int BOMB_BYTES = 300 << 20;

  /** Partitions of graphs and jobs. */
  static final int PARTITIONS = 6;

  /** Graphs that the short jobs ask about. */
  static final int GRAPHS = 48;

  /** Cliques of this size are asked for to break a GPU. */
  static final int FAULT_CLIQUE_SIZE = 61;

  /** Whether anything is done to a GPU. */
  boolean touchesDevices() {
    return deviceFaults + deviceKills > 0;
  }

  CampaignPlan {
    workerSettings = Map.copyOf(workerSettings);
    if (jobs < 1 || outstanding < 1 || workers < 1) {
      throw new IllegalArgumentException("a campaign needs jobs, room for them, and workers");
    }
  }
}
