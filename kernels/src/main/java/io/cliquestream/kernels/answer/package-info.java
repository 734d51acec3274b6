/**
 * What comes back: the answer of a job, the outcome that names the engine, plan and times beside
 * it, and the sinks that take listings. Part of the library's API.
 *
 * <p>Answers are immutable. Arrays of counts ({@link io.cliquestream.kernels.answer.CountArray})
 * belong to whoever got the answer. Sinks are called by one thread at a time.
 */
package io.cliquestream.kernels.answer;
