/**
 * Spans of jobs (OpenTelemetry), off by default. Knows settings and the contract; whoever runs jobs
 * tells a {@link io.cliquestream.worker.trace.RunTrace} where the run stands. What is traced never
 * waits for a collector: spans go to a bounded queue, and one that is full drops them.
 */
package io.cliquestream.worker.trace;
