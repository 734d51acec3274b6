/**
 * Estimates of search trees from random descents, and what is chosen from them: orientation or
 * pivoting, and whether a count is hopeless. Used on the job's thread before the search, by the
 * engine on a device too.
 */
package io.cliquestream.kernels.cpu.kclique.plan;
