package io.cliquestream.worker.jobs;

import io.cliquestream.worker.config.ByteSize;
import io.cliquestream.worker.config.Section;
import io.cliquestream.worker.config.Setting;
import java.time.Duration;

/** When and how one job is split over the workers of a group. */
@Section("split")
public record SplitSettings(
    @Setting(
            defaultValue = "true",
            description =
                "Whether this worker splits jobs: cuts its own, and computes parts of others. Without"
                    + " the topics tasks.v1 and partials.v1 it does neither.")
        boolean enabled,
    @Setting(
            defaultValue = "10s",
            range = "0ms..7d",
            description =
                "A job that leaves it open is split when one worker alone is predicted to take so"
                    + " long.")
        Duration after,
    @Setting(
            defaultValue = "2s",
            range = "1ms..1h",
            description = "Predicted time of a part, on one worker, of a job that leaves it open.")
        Duration taskTime,
    @Setting(
            defaultValue = "1024",
            range = "2..32768",
            description =
                "Most parts that a job is cut into, unless it names more; there may be twice as many.")
        int maximumTasks,
    @Setting(
            defaultValue = "60s",
            range = "100ms..1d",
            description =
                "A part whose job has had no partial answer for so long is given out once more.")
        Duration reissueAfter,
    @Setting(
            defaultValue = "30s",
            range = "100ms..1d",
            description =
                "A part that one worker has computed for so long, and for four times what was"
                    + " predicted, is cut into eight, which all workers take; each of these has twice"
                    + " the time.")
        Duration taskTimeout,
    @Setting(
            defaultValue = "5",
            range = "0..1000",
            description = "How often a part is given out again, after failures too.")
        int reissues,
    @Setting(
            defaultValue = "100000",
            range = "1..10000000",
            description = "A job that lists more than so many cliques or matches is not split.")
        long maximumListed,
    @Setting(
            defaultValue = "256MiB",
            range = "1MiB..64GiB",
            description =
                "Most bytes of partial answers that wait for their other pieces; beyond it the job"
                    + " fails.")
        ByteSize pendingBytes) {}
