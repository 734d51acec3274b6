package io.cliquestream.kernels.cuda.share;

/**
 * How much of a phase a device did.
 *
 * @param phase of the job
 * @param units that it did
 * @param allUnits of the phase, as all devices together must do them
 */
public record PhaseUnits(int phase, long units, long allUnits) {}
