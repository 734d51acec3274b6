package io.cliquestream.worker.cli;

import io.cliquestream.contract.JobKind;
import io.cliquestream.worker.cli.job.JobOptions;

/** A kind of job with its options, filled in when the command line is parsed. */
public record JobChoice(JobKind kind, JobOptions options) {}
