package io.cliquestream.worker.jobs.admission;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.job.Job;

/** A request that passed every check: what to run, where, and under which control. */
public record AdmittedJob(Job job, Engine engine, JobControl control) {}
