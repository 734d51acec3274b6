package io.cliquestream.worker.jobs;

import io.cliquestream.worker.config.ByteSize;
import io.cliquestream.worker.config.ChangesOnDevice;
import io.cliquestream.worker.config.Section;
import io.cliquestream.worker.config.Setting;
import io.cliquestream.worker.jobs.admission.LanePolicy;
import java.time.Duration;

/** Bounds of job processing. */
@Section("jobs")
public record JobSettings(
    @Setting(
            defaultValue = "",
            description =
                "Name of this worker in its group, the same after a restart (a pod's name, say): it"
                    + " then takes its partitions over at once; a random one when empty.")
        String instanceId,
    @Setting(
            defaultValue = "4",
            range = "1..256",
            description =
                "Long jobs computed at the same time; small ones may take these lanes, too.")
        int lanes,
    @Setting(
            defaultValue = "1MiB",
            range = "1KiB..1GiB",
            description =
                "Most bytes of jobs or control records that one fetch takes from a partition, as they"
                    + " lie there; a single larger batch is taken all the same.")
        ByteSize fetchPartitionBytes,
    @Setting(
            defaultValue = "16MiB",
            range = "1KiB..1GiB",
            description = "The same of all partitions together.")
        ByteSize fetchBytes,
    @Setting(
            defaultValue = "1",
            range = "1..64",
            description = "Lanes beside jobs.lanes that only small jobs take.")
        int smallLanes,
    @Setting(
            defaultValue = "4",
            range = "0..64",
            description =
                "Lanes beside jobs.lanes for long jobs of tenants that have none running.")
        int spareLanes,
    @Setting(
            defaultValue = "100ms",
            range = "1ms..1m",
            description =
                "Processor time after which a job is a long one, or four times it by the clock.")
        Duration smallTime,
    @Setting(
            defaultValue = "1d",
            range = "1ms..365d",
            description =
                "Longest that a job may be on a lane; it ends as at a deadline then. A job's own"
                    + " deadline may be earlier.")
        Duration maximumTime,
    @Setting(
            defaultValue = "30s",
            range = "0ms..1d",
            description =
                "How long the first in line waits for memory that graphs hold, when no job runs.")
        Duration memoryWait,
    @Setting(
            defaultValue = "1000",
            range = "1..1000000",
            description = "Jobs taken and not yet answered; partitions pause beyond it.")
        int maximumInFlight,
    @Setting(
            defaultValue = "4096",
            range = "64..16384",
            description =
                "How far beyond the oldest unanswered job of a partition later ones are taken without"
                    + " further ado; beyond it, as long as fewer than 512 jobs of the partition are"
                    + " unanswered.")
        int windowOffsets,
    @Setting(
            defaultValue = "500",
            range = "1..100000",
            description = "Most jobs in one transaction.")
        int commitJobs,
    @Setting(
            defaultValue = "8MiB",
            range = "1KiB..1GiB",
            description = "Most bytes of results in one transaction.")
        ByteSize commitBytes,
    @Setting(
            defaultValue = "0ms",
            range = "0ms..1m",
            description =
                "How long a finished job waits for others to share its transaction; those that finish"
                    + " during a transaction share the next one anyway.")
        Duration commitWait,
    @Setting(
            defaultValue = "5",
            range = "1..1000",
            description =
                "Failures of a transaction, for no reason that is known to pass, after which the job"
                    + " at fault is looked for and answered as failed.")
        int commitAttempts,
    @Setting(
            defaultValue = "15s",
            range = "1s..15m",
            description = "After it the broker aborts a transaction of a worker that died.")
        Duration transactionTimeout,
    @Setting(
            defaultValue = "10s",
            range = "6s..30m",
            description = "After it the group gives a dead worker's partitions to others.")
        Duration sessionTimeout,
    @Setting(
            defaultValue = "5s",
            range = "100ms..5m",
            description = "Longest pause between two attempts to reach the broker.")
        Duration maximumBackoff,
    @Setting(
            defaultValue = "30s",
            range = "0ms..1d",
            description = "How long a job waits for a version that is not there yet.")
        Duration versionWait,
    @Setting(
            defaultValue = "10m",
            range = "1s..7d",
            description =
                "How long restoring a partition may take before the worker says it is not ready.")
        Duration restoreLimit,
    @Setting(
            defaultValue = "5s",
            range = "0s..10m",
            description =
                "How long a start keeps back what first answers do not need (splitting jobs, the"
                    + " API's reading), at most; its first partitions come first.")
        Duration startLimit,
    @Setting(
            defaultValue = "64MiB",
            range = "1KiB..16GiB",
            description = "Most bytes of one run's pages; a larger result fails.")
        ByteSize resultBytes,
    @Setting(
            defaultValue = "256MiB",
            range = "1KiB..64GiB",
            description = "Most bytes of results that wait for their transaction; lanes wait then.")
        ByteSize publishBytes,
    @Setting(
            defaultValue = "500ms",
            range = "10ms..1h",
            description = "Time between two progress records of a running job.")
        Duration progressInterval,
    @Setting(
            defaultValue = "100000",
            range = "1..10000000",
            description = "Answered job ids remembered per partition, so as to answer each once.")
        int rememberedJobs,
    @Setting(
            defaultValue = "100000",
            range = "1..10000000",
            description = "Cancel requests remembered.")
        int rememberedCancels,
    @Setting(
            defaultValue = "1h",
            range = "1s..7d",
            description = "How long a cancel request is remembered.")
        Duration cancelMemory,
    @Setting(
            defaultValue = "1000",
            range = "0..1000000",
            description = "Standing jobs per partition.")
        int standingJobs,
    @Setting(
            defaultValue = "128KiB",
            range = "0B..900KiB",
            description =
                "Most bytes of its last answer that one standing job leaves to its next worker; one with"
                    + " more computes anew there.")
        ByteSize standingStateBytes,
    @Setting(
            defaultValue = "10000000",
            range = "0..67108864",
            description =
                "Changed edges from one run of a standing job to the next, at most; beyond them it"
                    + " computes anew, and alerts begin anew.")
        int changedEdges,
    @Setting(
            defaultValue = "64",
            range = "0..100000",
            description =
                "Graphs of standing jobs that are kept as they evolve; those of others are read anew"
                    + " for each run.")
        int evolvingGraphs,
    @Setting(
            defaultValue = "auto",
            description =
                "auto, never or always: whether a GPU counts what changed for standing jobs, where"
                    + " that is predicted to be sooner or wherever it can.")
        ChangesOnDevice changesOnDevice,
    @Setting(
            defaultValue = "256",
            range = "1..10000",
            description =
                "Versions that wait for the runs of one standing job on every version; beyond it the"
                    + " oldest is skipped, and the next result says so.")
        int waitingVersions,
    @Setting(
            defaultValue = "",
            description =
                "SHA-256, in hexadecimal, of a secret that cancels every job; none when empty.")
        String cancelSecretSha256,
    @Setting(
            defaultValue = "false",
            description =
                "Whether a job without a secret of its own is cancelled with the operators' alone, or by"
                    + " a principal of rights.principals-file;"
                    + " otherwise by whoever may write the control topic.")
        boolean cancelSecretRequired) {
  private static final String SHA_256 = "([0-9a-fA-F]{64})?";

  /** Checks the hash. */
  public JobSettings {
    if (!cancelSecretSha256.strip().matches(SHA_256)) {
      throw new IllegalArgumentException(
          "jobs.cancel-secret-sha256 must be a SHA-256 of 64 hexadecimal digits");
    }
  }

  /** Lanes and what a small job is. */
  public LanePolicy lanePolicy() {
    return new LanePolicy(lanes, smallLanes, spareLanes, smallTime, memoryWait);
  }
}
