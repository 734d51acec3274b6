/**
 * Edges out of a topic that others own: their JSON events, mapped onto edge events of graphs, read
 * and written in the same transactions. One thread; used by the command line alone.
 */
package io.cliquestream.cli.bridge;
