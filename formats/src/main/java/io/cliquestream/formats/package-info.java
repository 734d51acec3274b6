/**
 * Graphs as other tools write them: what a source is (a file, an archive, standard input, a URL),
 * which format it has, and what its vertices are called. Knows the compute library alone.
 */
package io.cliquestream.formats;
