/**
 * What answers kept from version to version have in common: the steps that an advance may take, the
 * bytes that they are kept in, and tables of counts. Internal to {@code kernels.change}. An answer
 * belongs to one thread at a time.
 */
package io.cliquestream.kernels.change.state;
