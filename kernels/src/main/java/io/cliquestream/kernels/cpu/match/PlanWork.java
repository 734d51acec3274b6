package io.cliquestream.kernels.cpu.match;

/**
 * What a search along a plan is predicted to be.
 *
 * @param elements of sets that it looks at
 * @param bindings ways to bind all positions that it enumerates: the matches, in a listing
 */
public record PlanWork(double elements, double bindings) {}
