/** Core numbers, from the degeneracy order. */
package io.cliquestream.kernels.cpu.core;
