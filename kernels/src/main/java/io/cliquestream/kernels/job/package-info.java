/**
 * What can be asked: one record for each kind of job, with its options and their bounds. Part of
 * the library's API. Records check themselves; a bad option is OPTION_INVALID.
 */
package io.cliquestream.kernels.job;
