/**
 * Searches that count cliques by vertex or edge. As in {@code search}, one belongs to one thread;
 * the totals are shared and added to atomically.
 */
package io.cliquestream.kernels.cpu.kclique.local;
