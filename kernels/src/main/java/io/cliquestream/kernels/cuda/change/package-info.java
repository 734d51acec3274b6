/**
 * Evolving graphs on a device: their rows, batches of changes, and counts of what a batch did. A
 * graph's memory is resident between batches and goes when jobs need it; one batch of a graph is
 * under way at a time, on a lane, while its caller waits.
 */
package io.cliquestream.kernels.cuda.change;
