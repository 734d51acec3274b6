package io.cliquestream.worker.job;

import io.cliquestream.worker.config.ByteSize;
import io.cliquestream.worker.config.Section;
import io.cliquestream.worker.config.Setting;
import java.time.Duration;

/** How large results may be, and how often jobs say how far they are. */
@Section("results")
public record ResultSettings(
    @Setting(
            defaultValue = "64MiB",
            minimum = "1KiB",
            maximum = "16GiB",
            description = "Most bytes of one run's pages; beyond it the run fails.")
        ByteSize maximumBytes,
    @Setting(
            defaultValue = "256MiB",
            minimum = "1KiB",
            maximum = "64GiB",
            description = "Bytes of results that wait for their transaction; lanes wait beyond it.")
        ByteSize pendingBytes,
    @Setting(
            defaultValue = "500ms",
            minimum = "10ms",
            maximum = "1h",
            description = "Between two progress records of one job.")
        Duration progressInterval) {}
