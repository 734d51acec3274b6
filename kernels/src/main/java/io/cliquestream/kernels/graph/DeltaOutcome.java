package io.cliquestream.kernels.graph;

/**
 * The next version of a graph and what the delta did.
 *
 * @param graph the new version; its {@link Graph#input} tells of the inserted pairs
 * @param inserted edges added, without those in {@code ignoredInserts}
 * @param deleted edges removed
 * @param ignoredInserts inserted edges that existed and were not deleted at the same time; repeats
 *     within the delta count once
 * @param ignoredDeletes deleted edges that did not exist
 */
public record DeltaOutcome(
    Graph graph, long inserted, long deleted, long ignoredInserts, long ignoredDeletes) {}
