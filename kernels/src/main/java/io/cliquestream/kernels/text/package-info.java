/**
 * Bytes of files and the loops over them that every reader of text shares. On the threads of their
 * callers; knows nothing of graphs and formats; no part of the library's API.
 */
package io.cliquestream.kernels.text;
