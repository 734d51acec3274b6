/** Core numbers from changes. Internal to {@code kernels.change}; one thread's. */
package io.cliquestream.kernels.change.core;
