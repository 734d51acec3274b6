/**
 * The search below one root by orientation or by pivoting. A search belongs to one turn of one
 * thread; results of threads are merged at the end.
 */
package io.cliquestream.kernels.cpu.kclique.search;
