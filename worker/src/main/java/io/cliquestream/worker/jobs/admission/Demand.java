package io.cliquestream.worker.jobs.admission;

import io.cliquestream.kernels.control.Claim;
import io.cliquestream.kernels.job.JobBytes;

/**
 * What a job asks the scheduler for.
 *
 * @param claim for whom it computes, and in which class
 * @param predictedNanos processor time that it is expected to take
 * @param bytes most host memory that it takes
 */
public record Demand(Claim claim, long predictedNanos, JobBytes bytes) {}
