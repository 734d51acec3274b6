/**
 * Matches of patterns through changed edges, counted or bound one by one. Internal to {@code
 * kernels.change}. A search belongs to one thread.
 */
package io.cliquestream.kernels.change.pattern;
