package io.cliquestream.kernels.answer;

import java.util.SortedMap;

/**
 * A finished job.
 *
 * @param engine which engine computed it: {@link EngineKind#CPU} or {@link EngineKind#CUDA}
 * @param plan what the planner chose, as names and values
 * @param prepareNanos time spent on, or waiting for, orientations
 * @param computeNanos time of the algorithm itself
 */
public record JobOutcome(
    EngineKind engine,
    Answer answer,
    SortedMap<String, String> plan,
    long prepareNanos,
    long computeNanos) {}
