/**
 * What is derived of a graph on its device when a job first wants it, and stays with the graph:
 * rows in other orders, core numbers, the rows of a search. The thread of the job's lane makes it.
 */
package io.cliquestream.kernels.cuda.graph.derived;
