/**
 * The engines: on the host's cores, on a GPU, on a GPU in a process of its own, and one that
 * chooses. Part of the library's API; start at {@link io.cliquestream.kernels.engine.Engines}.
 *
 * <p>An engine owns its threads and its device until it is closed. Jobs run to their end on the
 * caller's thread; any number of threads may call.
 */
package io.cliquestream.kernels.engine;
