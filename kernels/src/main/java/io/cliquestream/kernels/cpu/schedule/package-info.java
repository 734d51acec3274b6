/**
 * The engine's worker threads, and the run of a job on them. Jobs cut their work into chunks, a
 * thread takes turns by priority and share, and a long chunk is split on request. The only package
 * of the engine that starts threads.
 */
package io.cliquestream.kernels.cpu.schedule;
