/**
 * Graphs that change: batches of edge changes, versions that share what did not change, and the
 * difference between two versions. Part of the library's API.
 *
 * <p>An {@link io.cliquestream.kernels.change.EvolvingGraph} belongs to who made it; {@code apply}
 * may be called by any thread, one at a time goes in. Versions are leases: whoever got one closes
 * it, and reads it from any thread until then. Exact answers from changes are in {@code
 * change.standing}, matches that came and went in {@code change.match}.
 */
package io.cliquestream.kernels.change;
