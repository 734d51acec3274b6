package io.cliquestream.worker.config;

import java.time.Duration;

/** How a worker leaves. */
@Section("drain")
public record DrainSettings(
    @Setting(
            defaultValue = "30s",
            minimum = "0s",
            maximum = "1h",
            description = "Longest time given to running jobs after SIGTERM.")
        Duration timeout) {}
