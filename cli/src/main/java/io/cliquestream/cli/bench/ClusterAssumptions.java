package io.cliquestream.cli.bench;

/**
 * What a simulated cluster takes beside the parts themselves. Times in nanoseconds.
 *
 * @param work factor of each part's measured time, but for what it takes because it is a part: a
 *     larger job of the same shape
 * @param speed of a worker at that, in those that measured
 * @param taskNanos of a worker for each part, beside computing it: to take it and to commit its
 *     answer
 * @param graphNanos until a worker has the graph, once, all at the same time
 * @param cutNanos of cutting, while the workers wait
 * @param partitionsEach partitions of the tasks for each worker, to which parts are given before
 *     they run; where it is no whole number some have one more than others; 0: whoever is free
 *     takes the next part
 * @param slowShare of the workers that are slow, 0 to 1
 * @param slowFactor how much longer they take
 * @param lost workers that are lost half way
 * @param lossNanos until others have their parts
 */
record ClusterAssumptions(
    double work,
    double speed,
    double taskNanos,
    double graphNanos,
    double cutNanos,
    double partitionsEach,
    double slowShare,
    double slowFactor,
    int lost,
    double lossNanos) {}
