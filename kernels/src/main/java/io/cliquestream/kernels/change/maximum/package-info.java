/** Maximum cliques from changes. Internal to {@code kernels.change}. */
package io.cliquestream.kernels.change.maximum;
