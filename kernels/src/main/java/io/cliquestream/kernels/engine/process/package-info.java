/**
 * An engine in a process of its own: what crosses the pipe, the service that answers in the child,
 * and the graphs both map. {@link io.cliquestream.kernels.engine.SupervisedEngine} is the side the
 * caller sees.
 */
package io.cliquestream.kernels.engine.process;
