/**
 * Jobs on a graph file, without a broker: opens an engine while the file is read, runs the same
 * request that the service would, and shows the answer. The job is computed on the caller's thread;
 * a signal stops it from another.
 */
package io.cliquestream.cli.compute;
