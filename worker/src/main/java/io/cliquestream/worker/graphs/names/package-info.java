/**
 * What the vertices of graphs are called, version by version. Intake makes it, leases hand it out;
 * any thread may ask, and whoever keeps it says so by pin and unpin.
 */
package io.cliquestream.worker.graphs.names;
