/** How threads wait. Internal. */
package io.cliquestream.kernels.thread;
