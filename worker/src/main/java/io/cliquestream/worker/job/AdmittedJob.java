package io.cliquestream.worker.job;

import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.JobControl;

/** A request that passed every check: what to run, where, and under which control. */
record AdmittedJob(Job job, Engine engine, JobControl control) {}
