/**
 * What both engines and the shards put answers together with: cliques found by many threads, unions
 * of them, local counts and coefficients that follow from others. Internal; called by the
 * algorithms on their own threads.
 */
package io.cliquestream.kernels.assembly;
