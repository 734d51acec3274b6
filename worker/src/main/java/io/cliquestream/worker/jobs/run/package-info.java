/**
 * One run of a job, from its graph to its committed result; answers that need no run; progress. On
 * the coordinator's event loop but for computing, which happens on a lane. A run's {@link
 * io.cliquestream.worker.jobs.run.RunOrigin} says why it happens and hears how it ended.
 */
package io.cliquestream.worker.jobs.run;
