/** Triangles from changes. Internal to {@code kernels.change}; see the classes for threads. */
package io.cliquestream.kernels.change.triangle;
