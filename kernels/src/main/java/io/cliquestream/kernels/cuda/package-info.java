/** What of CUDA is there on this machine and in this build. Called before an engine is opened. */
package io.cliquestream.kernels.cuda;
