/**
 * Who gets which partition of the jobs, and when: a partition that moves between two living workers
 * is restored at the one before the other lets go of it.
 *
 * <p>The group decides who owns a partition, as ever; here is only how it decides. Its leader runs
 * {@link io.cliquestream.worker.jobs.handover.HandoverPlan} over what the members say in their
 * subscriptions: what they own, and what they have made ready. A partition that nobody owns goes to
 * somebody at once. One that should move, for balance, stays where it is; its next owner is told to
 * make it ready (with the assignment's user data), follows its graphs, tries small jobs the first
 * time, and asks for a new assignment then. Only then is it taken from its owner and, in the
 * assignment that follows at once, given to the next.
 *
 * <p>Exactly once does not rest on any of this. What a worker commits is still bound to the group's
 * generation and to its own transactional id; a partition is given away only after its owner's
 * callback has returned, and what was committed is read from the broker afterwards. Being ready
 * means graphs in memory, which are a cache: a worker that claims it wrongly restores longer, and
 * that is all.
 */
package io.cliquestream.worker.jobs.handover;
