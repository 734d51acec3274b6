/**
 * k-cliques on a device: our kernels and the paper's, the order and rows they need, and the choice
 * between them by samples. Runs on a lane's thread.
 */
package io.cliquestream.kernels.cuda.kclique;
