package io.cliquestream.worker.jobs.service;

import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.jobs.exchange.ExchangeHealth;
import io.cliquestream.worker.jobs.partition.PartitionHealth;
import io.cliquestream.worker.thread.ThreadHealth;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The job service at one moment, with the age of everything that can grow stale. Taken from any
 * thread without waiting.
 *
 * @param state what the service is doing
 * @param ready whether jobs are taken and answered as far as is known; see {@link
 *     JobService#isReady}
 * @param failure why it cannot go on, if it cannot
 * @param broker whether the broker answered when last asked, at most 3 s ago; false before the
 *     first answer
 * @param sinceBroker since the broker's last answer; empty before the first
 * @param exchange group, transactions; empty until the broker was found
 * @param partitions assigned now, by number
 * @param threads that the service cannot do without
 */
public record JobServiceHealth(
    JobService.State state,
    boolean ready,
    Optional<WorkerException> failure,
    boolean broker,
    Optional<Duration> sinceBroker,
    Optional<ExchangeHealth> exchange,
    List<PartitionHealth> partitions,
    List<ThreadHealth> threads) {}
