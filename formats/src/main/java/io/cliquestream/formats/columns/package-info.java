/**
 * Tables that are stored by columns, Parquet and Arrow: two of their columns as edges. One thread a
 * source; only the two columns are decoded, batch by batch.
 */
package io.cliquestream.formats.columns;
