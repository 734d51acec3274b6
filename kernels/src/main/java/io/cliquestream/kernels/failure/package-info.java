/** Everything that can go wrong, with a category and a stable code. Part of the library's API. */
package io.cliquestream.kernels.failure;
