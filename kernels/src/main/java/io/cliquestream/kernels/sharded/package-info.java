/**
 * Jobs on graphs that an engine cannot hold: of more vertices than it can number, or of more memory
 * than it has.
 *
 * <p>The vertices of a graph, wide or not, are ordered by degree, ties by id, and the order is cut
 * into intervals of <em>roots</em> S. Every connected structure (a clique, a motif, a match of a
 * pattern) belongs to the one interval that holds its first vertex. With r the largest distance
 * inside a structure from that vertex (1 in a clique, at most the diameter of a pattern, k - 1 in a
 * motif of k vertices), the structure lies in the shard H: the subgraph induced by S and all
 * vertices not before S that paths of at most r edges through such vertices reach from S. H is an
 * ordinary graph, which an ordinary engine takes.
 *
 * <p>The structures of H with a root are exactly those that belong to S: their first vertex is a
 * root, for nothing in H stands before S; and H misses none, as said. Each is whether in H or in
 * the whole graph: H is induced. So counts are exact sums over the shards of
 *
 * <pre>count(H) - count(H without S),</pre>
 *
 * also by vertex and by edge; listings are those of H without what has no root. Two kinds need more
 * thought: a maximum clique is the largest of all shards', so shards need no difference and those
 * that cannot hold a larger one are not made; and a maximal clique of H with a root is maximal if
 * no vertex before S extends it, which is looked up in the rows of the whole graph. What is the
 * size of cliques 1 and 2, wedges and stars comes from the degrees alone.
 *
 * <p>Intervals are cut from the end of the order, hubs first. There, few vertices lie outside S:
 * none at all in the first shard. By degree, a vertex has at most sqrt(2·m) neighbours not before
 * it, so a single root always fits for cliques; a ball of more than one step may not, and that is
 * an error which names the root.
 *
 * <p>How large a shard may be is the engine's to say ({@link
 * io.cliquestream.kernels.sharded.ShardRoom}), by a prediction; a shard that it refuses all the
 * same is cut again, for nothing was taken of it.
 *
 * <p>Cost: each shard is cut in two passes over the rows of its vertices, and what lies outside the
 * roots, the dense core above all, is computed in every shard anew. On the graph ego-twitter, cut
 * into 18 shards of at most a quarter of its vertices each, triangles and 4-cliques took four to
 * five times as long as in one piece, and maximal cliques, which are judged one by one, twelve
 * times; a maximum clique was found in the first shard.
 */
package io.cliquestream.kernels.sharded;
