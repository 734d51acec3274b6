package io.cliquestream.worker.service;

import io.cliquestream.worker.changes.ChangeIntake;
import io.cliquestream.worker.jobs.partition.Partition;
import io.cliquestream.worker.jobs.partition.PartitionGuest;

/** Takes the changes of a partition while its jobs are answered here. */
public record FollowedChanges(ChangeIntake changes) implements PartitionGuest {
  @Override
  public void active(Partition partition) {
    changes.follow(partition.number());
  }

  @Override
  public void gone(Partition partition) {
    changes.release(partition.number());
  }
}
