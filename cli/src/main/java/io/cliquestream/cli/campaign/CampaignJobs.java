package io.cliquestream.cli.campaign;

import io.cliquestream.loadgen.load.AnswerText;
import io.cliquestream.v1.CliqueListing;
import io.cliquestream.v1.CoreDecomposition;
import io.cliquestream.v1.EnginePreference;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.MaximalCliques;
import io.cliquestream.v1.MaximumClique;
import io.cliquestream.v1.Split;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.v1.VersionSelector;
import java.util.List;
import java.util.stream.IntStream;

/** The short jobs by number, and the one value that each must be answered with. */
final class CampaignJobs implements ResultLedger.ExpectedAnswers {
  private static final int KINDS = 6;
  private static final int LISTING = 4;
  private static final int TENANTS = 4;

  private static final int SPLIT_EVERY = 3;

  private final List<KnownGraph> graphs;
  private final int splitParts;
  private final boolean onDevices;

  /**
   * @param splitParts parts that every third job is cut into; 0 for none
   * @param onDevices whether they ask for the GPU, but for listings, which a GPU gives in no order
   *     that another run could go on with
   */
  CampaignJobs(long seed, int splitParts, boolean onDevices) {
    this.splitParts = splitParts;
    this.onDevices = onDevices;
    graphs =
        IntStream.range(0, CampaignPlan.GRAPHS)
            .mapToObj(number -> new KnownGraph("graph-" + number, seed * 1_000 + number))
            .toList();
  }

  List<KnownGraph> graphs() {
    return graphs;
  }

  JobRequest request(int number) {
    KnownGraph graph = graph(number);
    JobRequest.Builder request =
        JobRequest.newBuilder()
            .setJobId(PREFIX + number)
            .setGraphId(graph.id())
            .setVersion(VersionSelector.newBuilder().setAtLeast(1))
            .setTenant("tenant-" + number % TENANTS)
            .setPriority(number % 7);
    if (splitParts > 0 && number % SPLIT_EVERY == 0) {
      request.setSplit(Split.newBuilder().setParts(splitParts));
    }
    if (onDevices && kind(number) != LISTING) {
      request.setEngine(EnginePreference.ENGINE_PREFERENCE_CUDA);
    }
    switch (kind(number)) {
      case 0 -> request.setTriangleCount(TriangleCount.getDefaultInstance());
      case 1 -> request.setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(size(number)));
      case 2 -> request.setMaximumClique(MaximumClique.getDefaultInstance());
      case 3 -> request.setMaximalCliques(MaximalCliques.getDefaultInstance());
      case 5 -> request.setCoreDecomposition(CoreDecomposition.getDefaultInstance());
      default -> request.setCliqueListing(CliqueListing.newBuilder().setK(3).setLimit(100_000));
    }
    return request.build();
  }

  @Override
  public String fault(int number, JobResult result) {
    return ResultLedger.ExpectedAnswers.fault(result, wanted(number), AnswerText.of(result));
  }

  private String wanted(int number) {
    KnownGraph graph = graph(number);
    return switch (kind(number)) {
      case 0, 4 -> Long.toString(graph.cliques(3));
      case 1 -> Long.toString(graph.cliques(size(number)));
      case 2 -> Integer.toString(graph.cliqueNumber());
      case 5 -> Integer.toString(graph.degeneracy());
      default -> Long.toString(graph.maximalCliques());
    };
  }

  private KnownGraph graph(int number) {
    return graphs.get(Math.floorMod(number * 7, graphs.size()));
  }

  private static int kind(int number) {
    return number % KINDS;
  }

  private static int size(int number) {
    return 4 + number % 4;
  }
}
