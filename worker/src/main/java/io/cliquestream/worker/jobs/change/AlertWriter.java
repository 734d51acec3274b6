package io.cliquestream.worker.jobs.change;

import com.google.protobuf.ByteString;
import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.Counts;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.AlertCause;
import io.cliquestream.v1.AlertKind;
import io.cliquestream.v1.AlertReport;
import io.cliquestream.v1.AlertSummary;
import io.cliquestream.worker.translation.AlertQuery;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes the alerts of one run: numbers them, ends with a summary where there are more than may be
 * told of one by one, or tells of the threshold instead. Safe for use by several threads until it
 * is finished.
 */
final class AlertWriter {
  private final Alert.Builder common;
  private final AlertQuery query;
  private final long mostBytes;
  private final List<Alert> alerts = new ArrayList<>();
  private long sequence;
  private long matches;
  private long bytes;

  /**
   * @param common job, graph, tenant, run and versions, which every alert repeats
   * @param sequence of the job's last alert
   * @param mostBytes of all alerts of the run
   */
  AlertWriter(Alert common, AlertQuery query, long sequence, long mostBytes) {
    this.common = common.toBuilder();
    this.query = query;
    this.sequence = sequence;
    this.mostBytes = mostBytes;
  }

  /** What changed is not known: it begins anew. */
  synchronized void restarted() {
    add(common.clone().setKind(AlertKind.ALERT_KIND_RESTARTED));
  }

  /**
   * Tells of a match, unless enough were told of.
   *
   * @param vertices original ids
   * @param names of the vertices, in use by the caller, if they have any
   * @param cause the edge whose change did it; empty for a match of the first run
   */
  synchronized void match(
      boolean appeared,
      String matchId,
      long[] vertices,
      CalledVertices names,
      Optional<AlertCause> cause) {
    if (query.threshold() > 0 || matches == query.limit() || bytes >= mostBytes) {
      return;
    }
    matches++;
    Alert.Builder alert =
        common
            .clone()
            .setKind(appeared ? AlertKind.ALERT_KIND_APPEARED : AlertKind.ALERT_KIND_VANISHED)
            .setMatchId(matchId)
            .setVertexCount(vertices.length);
    int nameBytes = 0;
    for (int i = 0; i < Math.min(vertices.length, Bounds.ALERT_VERTICES); i++) {
      if (names.isCalled()) {
        ByteString name = ByteString.copyFromUtf8(names.name(vertices[i]));
        nameBytes += name.size();
        if (nameBytes > Bounds.ALERT_NAME_BYTES) {
          break;
        }
        alert.addNamesBytes(name);
      }
      alert.addVertices(vertices[i]);
    }
    cause.ifPresent(alert::setCause);
    add(alert);
  }

  private void add(Alert.Builder alert) {
    Alert built = alert.setSequence(++sequence).build();
    bytes += built.getSerializedSize();
    alerts.add(built);
  }

  /**
   * Ends the run's alerts.
   *
   * @param appeared all matches that did, told of or not
   * @param vanished the same
   * @param before matches that were there; empty when nobody knows
   * @param first whether it is a first run, which tells of no threshold unless it tells of all
   */
  synchronized AlertReport finish(
      BigInteger appeared, BigInteger vanished, Optional<BigInteger> before, boolean first) {
    AlertSummary.Builder summary =
        AlertSummary.newBuilder().setAppeared(Counts.of(appeared)).setVanished(Counts.of(vanished));
    Optional<BigInteger> after = before.map(count -> count.add(appeared).subtract(vanished));
    after.ifPresent(count -> summary.setMatches(Counts.of(count)));
    if (query.threshold() > 0) {
      if (!first || query.fromTheStart()) {
        threshold(before.orElseThrow(), after.orElseThrow(), summary.build());
      }
    } else if (appeared.add(vanished).compareTo(BigInteger.valueOf(matches)) > 0) {
      add(common.clone().setKind(AlertKind.ALERT_KIND_SUMMARY).setSummary(summary));
    }
    return AlertReport.newBuilder()
        .setRecords(alerts.size())
        .setLastSequence(sequence)
        .setSummary(summary)
        .build();
  }

  private void threshold(BigInteger before, BigInteger after, AlertSummary summary) {
    BigInteger threshold = BigInteger.valueOf(query.threshold());
    boolean was = before.compareTo(threshold) >= 0;
    boolean is = after.compareTo(threshold) >= 0;
    if (was != is) {
      add(
          common
              .clone()
              .setKind(
                  is ? AlertKind.ALERT_KIND_THRESHOLD_REACHED : AlertKind.ALERT_KIND_THRESHOLD_LEFT)
              .setSummary(summary));
    }
  }

  /** All of them, in the order of their sequence. */
  synchronized List<Alert> alerts() {
    return List.copyOf(alerts);
  }
}
