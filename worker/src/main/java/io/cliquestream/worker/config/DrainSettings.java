package io.cliquestream.worker.config;

import java.time.Duration;

/** How a worker leaves. */
@Section("drain")
public record DrainSettings(
    @Setting(
            defaultValue = "30s",
            range = "0s..1h",
            description = "Longest time given to running jobs after SIGTERM.")
        Duration timeout) {}
