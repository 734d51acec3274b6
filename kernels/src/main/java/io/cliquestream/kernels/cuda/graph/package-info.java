/**
 * Graphs on a device: how they get there, what is known and derived of them, and how long they
 * stay. The cache is shared by all lanes; a graph in use is pinned by the job that uses it.
 */
package io.cliquestream.kernels.cuda.graph;
