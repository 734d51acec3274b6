/** The command {@code serve}: settings, a worker, and its end by a signal. Owns the worker. */
package io.cliquestream.cli.serve;
