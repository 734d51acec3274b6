/**
 * The account of the process's off-heap memory. Anybody in the worker may call it, from any thread;
 * the service makes one and hands it to the graphs and to the admission of jobs. It knows nothing
 * of either.
 */
package io.cliquestream.worker.memory;
