package io.cliquestream.kernels.cpu.kclique;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.kclique.plan.RootCost;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.JobBytes;

/**
 * Lists the first cliques of one size.
 *
 * <p>The order is fixed: by root (the clique's vertex of largest degeneracy rank, ascending), below
 * a root by a depth-first walk of its out-neighbours. To keep it on many threads, roots are
 * searched a window at a time: every chunk of the window fills a bounded buffer, then the caller
 * gives the buffers to the sink in order. A chunk whose buffer is full is not searched further; the
 * caller walks on from there itself, straight into the sink, so a sink that blocks holds up this
 * job alone and no buffer grows.
 *
 * <p>Memory: one window of buffers, at most {@link ListingWindow#BUFFERED_INTS} ints for all of
 * them, and for each thread what {@link CpuKCliqueCount} needs for its matrix.
 */
public final class CpuCliqueListing {
  private CpuCliqueListing() {}

  /**
   * Most memory of a job: what a search has on each thread, a window's cliques (twice, while the
   * buffers grow), and the masks of the walk's levels.
   */
  public static JobBytes bytes(CliqueListing job, GraphShape graph, int threads) {
    long degree = graph.degeneracyBound();
    long words = degree / Long.SIZE + 1;
    long levels = Math.min(job.k(), degree + 1) * (Long.BYTES * words + 16);
    return CpuKCliqueCount.searchBytes(graph, threads, false)
        .plus(new JobBytes(8L * ListingWindow.BUFFERED_INTS + (threads + 1) * levels, 0));
  }

  /** Runs the job. A stop leaves what was listed. */
  public static Answer run(CliqueListing job, CpuJobRun run) {
    ListingOutput output = new ListingOutput(run.sink(), run.control(), job.limit());
    try {
      list(job, run, output);
    } catch (StoppedException e) {
      throw e.withPartial(new Answer.Listed(output.listed(), false));
    }
    return new Answer.Listed(output.listed(), output.complete());
  }

  private static void list(CliqueListing job, CpuJobRun run, ListingOutput output) {
    Graph graph = run.graph();
    if (job.k() == 1) {
      for (int v = 0; v < graph.vertexCount() && output.accept(new int[] {v}); v++) {
        // the sink takes them one by one
      }
    } else if (graph.vertexCount() > 0) {
      OrientedGraph oriented = run.oriented(Ordering.DEGENERACY);
      if (job.k() <= oriented.maximumOutDegree() + 1) {
        list(job.k(), oriented, run, output);
      }
    }
  }

  private static void list(int k, OrientedGraph oriented, CpuJobRun run, ListingOutput output) {
    RootChunks chunks = RootCost.chunks(oriented, run);
    run.control().beginPhase(Phase.COMPUTING, chunks.total());
    int window = ListingWindow.CHUNKS_PER_THREAD * run.scheduler().threadCount();
    ListingSearch continued = new ListingSearch(oriented, k);
    for (int first = 0; first < chunks.count() && output.complete(); first += window) {
      int end = Math.min(chunks.count(), first + window);
      ListingWindow work = new ListingWindow(oriented, k, chunks, first, end, output.wanted());
      run.scheduler().run(run.control(), work);
      work.deliver(output, continued, run.control());
    }
  }
}
