/**
 * Open-loop load: jobs are sent when they are due, whatever became of the ones before; latency
 * counts from the due time, so a stalled service cannot hide behind a stalled sender.
 */
package io.cliquestream.loadgen.load;
