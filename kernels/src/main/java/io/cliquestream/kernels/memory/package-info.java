/**
 * Large arrays off the heap, and searches in sorted ones. Internal; an arena belongs to who opened
 * it.
 */
package io.cliquestream.kernels.memory;
