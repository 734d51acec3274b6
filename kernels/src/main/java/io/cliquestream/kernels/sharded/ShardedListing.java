package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.Job;
import java.math.BigInteger;

/**
 * Lists cliques or matches of a graph: those of each shard that have a root, until the limit is
 * passed. The engine lists without a limit, for it does not know which count; when there are enough
 * its part of the job is cancelled, the job is not.
 */
final class ShardedListing {
  private final ShardedRun run;
  private final long limit;
  private long listed;
  private boolean complete = true;

  private ShardedListing(ShardedRun run, long limit) {
    this.run = run;
    this.limit = limit;
  }

  static Answer cliques(CliqueListing job, ShardedRun run) {
    ShardedListing listing = new ShardedListing(run, job.limit());
    if (job.k() == 1) {
      StopMeter meter = run.meter();
      for (long v = 0; v < run.graph().vertexCount() && listing.accept(new long[] {v}); v++) {
        meter.work(16);
      }
    } else {
      listing.list(1, job.k() - 1, new CliqueListing(job.k(), Long.MAX_VALUE));
    }
    return new Answer.Listed(listing.listed, listing.complete);
  }

  /**
   * Lists matches.
   *
   * @param inShard lists every match of a shard
   */
  static Answer matches(ShardedRun run, int radius, int minimumDegree, Job inShard, long limit) {
    ShardedListing listing = new ShardedListing(run, limit);
    listing.list(radius, minimumDegree, inShard);
    return new Answer.Matches(BigInteger.valueOf(listing.listed), listing.complete);
  }

  private void list(int radius, int minimumDegree, Job inShard) {
    run.forEachShard(
        radius,
        () -> minimumDegree,
        (shard, work) -> {
          JobControl part = run.control().part(work);
          ListingSink sink =
              vertices -> {
                if (complete && shard.hasRoot(vertices) && !accept(shard.wholeVertices(vertices))) {
                  part.cancel("enough is listed");
                }
              };
          try {
            run.run(shard.prepared(), inShard, sink, part);
          } catch (StoppedException e) {
            if (complete || run.control().stopped()) {
              throw e;
            }
          }
          run.control().partialCount(BigInteger.valueOf(listed));
          return complete;
        });
  }

  /** Gives one to the sink; false when that is one too many. */
  private boolean accept(long[] vertices) {
    if (listed == limit) {
      complete = false;
      return false;
    }
    listed++;
    run.sink().accept(vertices);
    return true;
  }
}
