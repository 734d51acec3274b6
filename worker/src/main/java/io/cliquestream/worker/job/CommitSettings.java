package io.cliquestream.worker.job;

import io.cliquestream.worker.config.ByteSize;
import io.cliquestream.worker.config.Section;
import io.cliquestream.worker.config.Setting;
import java.time.Duration;

/** How answers share transactions, and when the broker gives a worker up. */
@Section("commit")
public record CommitSettings(
    @Setting(
            defaultValue = "500",
            minimum = "1",
            maximum = "10000",
            description = "Most jobs in one transaction.")
        int jobs,
    @Setting(
            defaultValue = "8MiB",
            minimum = "1KiB",
            maximum = "1GiB",
            description = "Most bytes in one transaction, unless a single result is larger.")
        ByteSize bytes,
    @Setting(
            defaultValue = "2ms",
            minimum = "0ms",
            maximum = "10s",
            description = "How long a finished job waits for others to share its transaction.")
        Duration linger,
    @Setting(
            defaultValue = "15s",
            minimum = "1s",
            maximum = "15m",
            description = "After which the broker aborts a transaction of a worker that died.")
        Duration transactionTimeout,
    @Setting(
            defaultValue = "10s",
            minimum = "6s",
            maximum = "5m",
            description = "After which the group gives a dead worker's partitions to others.")
        Duration sessionTimeout,
    @Setting(
            defaultValue = "5s",
            minimum = "10ms",
            maximum = "5m",
            description = "Longest pause between two attempts to reach the broker.")
        Duration maximumBackoff) {}
