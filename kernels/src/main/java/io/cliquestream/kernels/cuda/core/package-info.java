/** Core numbers on a device. */
package io.cliquestream.kernels.cuda.core;
