/** Executes matching plans on the CPU: counting and listing. */
package io.cliquestream.kernels.cpu.match;
