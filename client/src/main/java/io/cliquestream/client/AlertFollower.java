package io.cliquestream.client;

import io.cliquestream.contract.Partitions;
import io.cliquestream.v1.Alert;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/** Follows the topic of alerts, which an installation may be without. */
final class AlertFollower {
  private AlertFollower() {}

  /** Every alert. */
  static Subscription all(ClientSettings settings, StartFrom start, Consumer<Alert> alerts) {
    return follow(settings, partitions(settings), start, alerts);
  }

  /** Those of one job. */
  static Subscription ofJob(
      ClientSettings settings, String jobId, StartFrom start, Consumer<Alert> alerts) {
    int count = partitions(settings).size();
    var own = new TopicPartition(settings.topics().alerts(), Partitions.partitionOf(jobId, count));
    return follow(
        settings,
        List.of(own),
        start,
        alert -> {
          if (alert.getJobId().equals(jobId)) {
            alerts.accept(alert);
          }
        });
  }

  private static List<TopicPartition> partitions(ClientSettings settings) {
    return TopicLayout.optional(settings, settings.topics().alerts());
  }

  private static Subscription follow(
      ClientSettings settings,
      List<TopicPartition> partitions,
      StartFrom start,
      Consumer<Alert> alerts) {
    return TopicFollower.start(
        settings, partitions, start, Alert.parser(), alerts, ClientException::code);
  }
}
