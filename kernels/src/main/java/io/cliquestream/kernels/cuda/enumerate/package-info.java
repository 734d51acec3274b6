/** Subgraph enumeration on the GPU: pattern matching, motifs and listings along matching plans. */
package io.cliquestream.kernels.cuda.enumerate;
