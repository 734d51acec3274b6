/**
 * Jobs that run again and again. A guest of the partitions and the origin of runs; on the
 * coordinator's event loop, but for the look at whether a new version concerns anybody, which the
 * graph store's threads take, and for {@code VersionAnswers}, which lanes of changes call: where a
 * stream makes the versions of a graph, its jobs run on a version before it is committed, and
 * {@code StreamCommits} has both committed together.
 */
package io.cliquestream.worker.jobs.standing;
