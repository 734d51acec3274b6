/**
 * The one way to cut work. A job on a graph is planned into {@link
 * io.cliquestream.kernels.part.Part}s, each of which any engine of the same kind computes by itself
 * to a {@link io.cliquestream.kernels.part.PartialAnswer}; a {@link
 * io.cliquestream.kernels.part.PartialSum} puts these together to exactly the answer of the whole.
 * Who runs a part (a thread, a process, another machine) is none of this package's business.
 *
 * <p><b>Roots.</b> Everything that jobs count belongs to one vertex, its root, by a rule of the
 * algorithm that depends on the graph alone: a clique to its vertex of largest rank, a triangle to
 * its middle one, a match to the vertex that its plan binds first, the terms of a formula to the
 * vertex they are summed over. A part is an interval of ranks. So parts are disjoint, together they
 * are the whole, and one that is computed twice gives the same twice.
 *
 * <p><b>Devices.</b> GPUs cut a job into pieces, by what one of them has chosen ({@link
 * io.cliquestream.kernels.part.DevicePlan}): a part for them is an interval of classes of pieces,
 * and the same holds of it.
 *
 * <p><b>Algebra.</b> Sums add up, arrays add up entry by entry, of maximum cliques the largest size
 * wins, listings stand in the order of their parts up to the limit. A sum remembers by a bitmap
 * which parts are in it: adding is commutative and associative, and idempotent for each part. A
 * part that takes too long is cut again; what overlaps with what is there is not added.
 *
 * <p>Part of the library's API; start at {@link io.cliquestream.kernels.engine.Engine#parts} and
 * {@link io.cliquestream.kernels.engine.Engine#deviceParts}. Plans, parts and partial answers are
 * immutable; a sum belongs to one thread.
 */
package io.cliquestream.kernels.part;
