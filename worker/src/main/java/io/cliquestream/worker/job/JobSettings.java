package io.cliquestream.worker.job;

import io.cliquestream.worker.config.Section;
import io.cliquestream.worker.config.Setting;
import java.time.Duration;

/** How many jobs a worker holds, and what it remembers of them. */
@Section("jobs")
public record JobSettings(
    @Setting(
            defaultValue = "",
            description =
                "Name of this worker among its group, the same after a restart (a pod's name); it"
                    + " then takes over at once what it held. Empty: a random one, and after a"
                    + " crash the others wait for the session and transaction timeouts.")
        String instanceId,
    @Setting(
            defaultValue = "4",
            minimum = "1",
            maximum = "256",
            description = "Jobs computed at the same time; each holds its graph in memory.")
        int lanes,
    @Setting(
            defaultValue = "1000",
            minimum = "1",
            maximum = "1000000",
            description = "Jobs taken and not yet answered; partitions pause beyond it.")
        int maximumInFlight,
    @Setting(
            defaultValue = "4096",
            minimum = "64",
            maximum = "16384",
            description =
                "How far beyond the oldest unanswered job of a partition later ones are taken; the"
                    + " largest value fills 2,734 of the 4,096 bytes of offset metadata.")
        int window,
    @Setting(
            defaultValue = "30s",
            minimum = "0s",
            maximum = "1h",
            description = "How long a job waits for a version that is not there yet.")
        Duration versionWait,
    @Setting(
            defaultValue = "10m",
            minimum = "1s",
            maximum = "1d",
            description =
                "How long restoring a partition may take before the worker is not ready; the"
                    + " partition stays paused and the restore goes on.")
        Duration restoreLimit,
    @Setting(
            defaultValue = "100000",
            minimum = "1",
            maximum = "10000000",
            description =
                "Answered job ids remembered per partition: an id repeated within so many jobs is"
                    + " answered once.")
        int rememberedIds,
    @Setting(
            defaultValue = "100000",
            minimum = "1",
            maximum = "10000000",
            description = "Cancel requests remembered, so that one may come before its job.")
        int rememberedCancels,
    @Setting(
            defaultValue = "1h",
            minimum = "1s",
            maximum = "7d",
            description = "How long a cancel request is remembered, also across restarts.")
        Duration cancelMemory,
    @Setting(
            defaultValue = "1000",
            minimum = "0",
            maximum = "100000",
            description = "Standing jobs per partition.")
        int standing) {}
