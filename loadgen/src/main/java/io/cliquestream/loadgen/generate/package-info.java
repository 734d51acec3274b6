/**
 * Seeded graphs of the models that benchmarks use, byte for byte the same on every machine and
 * number of threads. Draws are cut into blocks with a random stream each, sorted bucket by bucket
 * off the heap, and handed out in ascending order.
 */
package io.cliquestream.loadgen.generate;
