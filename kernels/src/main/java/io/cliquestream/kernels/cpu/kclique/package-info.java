/**
 * Counting and listing k-cliques: the jobs themselves, over {@code search} (one root's subtree),
 * {@code local} (counts by vertex and edge), and {@code plan} (which method, and whether it ends).
 */
package io.cliquestream.kernels.cpu.kclique;
