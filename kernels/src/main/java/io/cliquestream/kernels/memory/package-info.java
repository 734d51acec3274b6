/** Large arrays off the heap. Internal; an arena belongs to who opened it. */
package io.cliquestream.kernels.memory;
