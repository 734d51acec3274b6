/**
 * Continuous queries: the matches of a pattern, and the maximal cliques, that appeared or vanished
 * between two versions of a graph, each once, with a name that stays. Part of the library's API.
 * Everything runs on the caller's thread, and so does the sink.
 */
package io.cliquestream.kernels.change.match;
