/**
 * From edge events to graph versions, exactly once. Data goes one way:
 *
 * <pre>
 *   changes.v1 --ChangeLane--> PartitionChanges --> ChangeStream (a graph's) --> graphs.v1
 *   (poll thread)              (one transaction)    (pending pairs, EventWindow)
 * </pre>
 *
 * <p>The versions are records on the graphs topic like anybody's, so everything behind it (restore,
 * cache, standing jobs) is as for any other version; each says in the same record how far it is in
 * the stream, which is all the state there is. A version, the dead letters and the offset of its
 * events commit in one transaction.
 *
 * <p>Owns the threads {@code cliquestream-changes-N}, each the only one that touches its
 * partitions; {@link io.cliquestream.worker.changes.ChangeIntake} alone is for others, from any
 * thread. Knows the graphs through {@link io.cliquestream.worker.graphs.StreamedGraphs}; knows no
 * jobs.
 */
package io.cliquestream.worker.changes;
