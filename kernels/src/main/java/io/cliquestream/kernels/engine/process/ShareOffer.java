package io.cliquestream.kernels.engine.process;

import java.util.Optional;

/**
 * What became of a job that one device began.
 *
 * @param outcome the whole, or what was done before the job was offered
 * @param choice what the device chose; empty when it did the whole
 * @param predictedNanos time of the job as it was offered; 0 when it was not
 */
public record ShareOffer(ShareOutcome outcome, Optional<String> choice, double predictedNanos) {}
