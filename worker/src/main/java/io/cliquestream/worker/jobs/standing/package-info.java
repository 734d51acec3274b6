/**
 * Jobs that run again and again. A guest of the partitions and the origin of runs; on the
 * coordinator's event loop, but for the look at whether a new version concerns anybody, which the
 * graph store's threads take.
 */
package io.cliquestream.worker.jobs.standing;
