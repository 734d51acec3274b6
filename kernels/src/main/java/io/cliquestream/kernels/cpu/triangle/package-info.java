/** Triangles: in total by wedges, and by vertex and edge. */
package io.cliquestream.kernels.cpu.triangle;
