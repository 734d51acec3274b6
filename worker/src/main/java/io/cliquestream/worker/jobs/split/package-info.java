/**
 * One job over the workers of a group, with Kafka as the only engine between them.
 *
 * <pre>
 *   job ─► JobSplitter ─► plan and tasks, one transaction ─► tasks.v1 ─► TaskRunner of any worker
 *             │                                                               │ partial answer and
 *             └── SplitRun ◄── Reducer ◄── SplitFeed ◄── partials.v1 ◄────────┘ offset, one transaction
 * </pre>
 *
 * <p>The worker that owns the job's partition cuts it ({@link io.cliquestream.kernels.part.Parts}),
 * waits on the lane that the job has anyhow, and makes the answer, which leaves like any other: in
 * the transaction that commits the job. Who computes a task does not matter, nor how often: a
 * {@link io.cliquestream.kernels.part.PartialSum} takes each part once. A worker that dies gives
 * its tasks back by the rebalance of their group; the next owner of the job finds plan and partial
 * answers in the job's partition of {@code partials.v1}, and goes on. Who cannot have had an
 * earlier owner does not look for them ({@link io.cliquestream.worker.jobs.split.PlanTrail}). An
 * owner that has lost the partition and does not know yet may leave a plan of such a job; its
 * answer would be the same, and only its owner's commit counts, so all that costs is parts computed
 * in vain.
 *
 * <p>Threads: the feed's, the task runner's with one that computes, and the lane of each split job.
 * Used by {@code jobs.run} and {@code jobs.service}.
 */
package io.cliquestream.worker.jobs.split;
