package io.cliquestream.kernels.change.match;

/**
 * How many matches changed, exactly, also those that were not listed.
 *
 * @param appeared matches that appeared
 * @param vanished matches that vanished
 * @param listed how many of both went to the sink
 */
public record MatchTotals(long appeared, long vanished, long listed) {}
