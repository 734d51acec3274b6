/**
 * Puts the self-contained distribution together; a program of the build, not part of the product.
 */
package io.cliquestream.distribution;
