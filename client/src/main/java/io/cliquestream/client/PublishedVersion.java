package io.cliquestream.client;

import io.cliquestream.contract.SnapshotTotals;

/**
 * A snapshot all of whose records are acknowledged.
 *
 * @param graphId the graph
 * @param version its new version
 * @param totals what the header announced
 * @param commit where the commit record lies
 */
public record PublishedVersion(
    String graphId, long version, SnapshotTotals totals, RecordPosition commit) {}
