/**
 * Rows of graphs that change: base rows, lists of changes with ages beside them, and readers that
 * put both together. Internal to {@code kernels.change}. One thread writes at a time; views may be
 * read by any thread, a reader belongs to one.
 */
package io.cliquestream.kernels.change.rows;
