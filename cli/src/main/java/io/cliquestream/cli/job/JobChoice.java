package io.cliquestream.cli.job;

import io.cliquestream.contract.JobKind;

/** A kind of job with its options, filled in when the command line is parsed. */
public record JobChoice(JobKind kind, JobOptions options) {}
