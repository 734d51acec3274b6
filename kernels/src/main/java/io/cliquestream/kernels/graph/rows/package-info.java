/**
 * Loops over rows by several threads, and sorting within them. Internal to the making of graphs.
 */
package io.cliquestream.kernels.graph.rows;
