/**
 * Motifs of 3 to 5 vertices, and the sparse ones of 6, by formulas over few counted shapes. Passes
 * run on the engine's threads, each with totals of its own that are added up at the end.
 */
package io.cliquestream.kernels.cpu.motif;
