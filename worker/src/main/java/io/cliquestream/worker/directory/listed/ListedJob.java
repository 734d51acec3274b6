package io.cliquestream.worker.directory.listed;

/**
 * A job as lists show it, immutable.
 *
 * @param position of its request
 * @param kind as {@code k-cliques}; {@code unknown} when the request is not known
 * @param last its last run that has a result; null before
 * @param progress of a run under way; null without one
 * @param worker who runs or answered it; empty when nobody said
 * @param cancelRequested Unix milliseconds; 0 when nobody asked
 */
public record ListedJob(
    String id,
    ListPosition position,
    String graph,
    String tenant,
    String kind,
    ListedState state,
    boolean standing,
    int priority,
    ListedRun last,
    ListedProgress progress,
    String worker,
    long cancelRequested) {}
