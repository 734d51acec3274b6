/**
 * Loops over the bytes of text that every reader of it shares. On the threads of their callers;
 * knows nothing of graphs and formats; no part of the library's API.
 */
package io.cliquestream.kernels.text;
