/** Checks of what the program itself hands over. Knows nothing of graphs; no part of the API. */
package io.cliquestream.kernels.check;
