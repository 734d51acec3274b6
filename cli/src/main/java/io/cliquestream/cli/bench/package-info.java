/**
 * The command {@code bench}: measures kernels and whole processes and checks their answers. The
 * only commands that know kernels by name; on the caller's thread.
 */
package io.cliquestream.cli.bench;
