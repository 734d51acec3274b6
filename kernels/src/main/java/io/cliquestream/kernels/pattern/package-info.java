/**
 * What can be said about a pattern without looking at a graph's edges: symmetries, canonical codes,
 * motif names, the algebra between induced and non-induced counts, and the compiler that turns a
 * pattern into a matching plan. Used by every engine.
 */
package io.cliquestream.kernels.pattern;
