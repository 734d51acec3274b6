/**
 * Names of vertices, numbered and kept off the heap: what readers of files and the service share.
 * Knows nothing of graphs; no part of the library's API.
 */
package io.cliquestream.kernels.names;
