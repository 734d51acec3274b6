package io.cliquestream.worker.jobs.split;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.part.DevicePlan;
import io.cliquestream.kernels.part.Part;
import io.cliquestream.kernels.part.PartPlan;
import io.cliquestream.kernels.part.RootRange;
import io.cliquestream.v1.DeviceCut;
import io.cliquestream.v1.JobPlan;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.KCliqueMethod;
import io.cliquestream.v1.Ordering;
import io.cliquestream.v1.PartialRecord;
import io.cliquestream.v1.Task;
import io.cliquestream.v1.TaskRecord;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.graphs.VersionRecords;
import io.cliquestream.worker.translation.JobRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Plans and parts of the compute library as records, and back. */
final class PlanTranslation {
  private PlanTranslation() {}

  /**
   * The request as every part of a plan has it: the plan's choices and exactly its version, and
   * nothing of how the whole job is triggered or split.
   */
  static JobRequest pinned(JobRequest request, Job job, long version) {
    JobRequest.Builder pinned =
        request.toBuilder()
            .setVersion(VersionSelector.newBuilder().setExact(version))
            .clearTrigger()
            .clearSplit();
    if (job instanceof KCliqueCount count) {
      count.method().ifPresent(method -> pinned.getKCliqueCountBuilder().setMethod(method(method)));
    } else if (job instanceof TriangleCount count) {
      pinned
          .getTriangleCountBuilder()
          .setPerVertex(count.perVertex())
          .setPerEdge(count.perEdge())
          .setClustering(count.clustering());
      count
          .ordering()
          .ifPresent(ordering -> pinned.getTriangleCountBuilder().setOrdering(ordering(ordering)));
    }
    return pinned.build();
  }

  /**
   * Whether a plan was made for a request. A job id may come again with another request, when its
   * answer is no longer remembered and its plan is still in the topic.
   */
  static boolean isFor(JobRequest request, JobPlan plan) {
    Job asked = JobRequests.job(request);
    Job planned = JobRequests.job(plan.getRequest());
    boolean chosen =
        switch (planned) {
          case TriangleCount count ->
              asked instanceof TriangleCount mine
                  && count.perVertex() == (mine.perVertex() || mine.clustering())
                  && count.perEdge() == mine.perEdge()
                  && (mine.ordering().isEmpty() || mine.ordering().equals(count.ordering()));
          case KCliqueCount count ->
              asked instanceof KCliqueCount mine
                  && (mine.method().isEmpty() || mine.method().equals(count.method()));
          default -> planned.getClass() == asked.getClass();
        };
    return chosen && pinned(request, planned, plan.getGraphVersion()).equals(plan.getRequest());
  }

  private static KCliqueMethod method(io.cliquestream.kernels.job.KCliqueMethod method) {
    return switch (method) {
      case ORIENTATION -> KCliqueMethod.K_CLIQUE_METHOD_ORIENTATION;
      case PIVOTING -> KCliqueMethod.K_CLIQUE_METHOD_PIVOTING;
    };
  }

  private static Ordering ordering(io.cliquestream.kernels.graph.Ordering ordering) {
    return switch (ordering) {
      case DEGREE -> Ordering.ORDERING_DEGREE;
      case DEGENERACY -> Ordering.ORDERING_DEGENERACY;
    };
  }

  /** A plan's record. All its parts have one order bound, and they follow each other. */
  static JobPlan plan(String planId, JobRequest pinned, long run, PartPlan plan) {
    JobPlan.Builder record =
        JobPlan.newBuilder()
            .setPlanId(planId)
            .setJobId(pinned.getJobId())
            .setRun(run)
            .setGraphVersion(pinned.getVersion().getExact())
            .setRequest(pinned);
    if (!plan.parts().isEmpty()) {
      record
          .setFirstRoot(plan.parts().getFirst().roots().first())
          .setOrderBound(plan.parts().getFirst().orderBound());
    }
    if (!plan.parts().isEmpty()) {
      plan.parts().getFirst().onDevice().ifPresent(cut -> record.setDevice(cut(cut)));
    }
    for (Part part : plan.parts()) {
      record.addRoots(part.roots().size()).addCosts((float) part.cost());
    }
    var initial = PartialTranslation.pieces(plan.initial());
    // What planning finds is one clique, or the first of all: no more than one piece.
    return record.setInitial(initial.getFirst()).build();
  }

  /** Whether a plan's record holds all that its planning found. */
  static boolean fits(PartPlan plan) {
    return PartialTranslation.pieces(plan.initial()).size() == 1;
  }

  /**
   * The plan of a record.
   *
   * @param mostCounts vertices or edges of the graph, whichever are more
   */
  static PartPlan plan(JobPlan record, long mostCounts) {
    Job job = JobRequests.job(record.getRequest());
    List<Part> parts = new ArrayList<>(record.getRootsCount());
    int root = record.getFirstRoot();
    Optional<DevicePlan> device =
        record.hasDevice() ? Optional.of(cut(record.getDevice())) : Optional.empty();
    for (int i = 0; i < record.getRootsCount(); i++) {
      int end = Math.addExact(root, record.getRoots(i));
      RootRange range = new RootRange(root, end);
      parts.add(new Part(job, i, range, record.getOrderBound(), 0, record.getCosts(i), device));
      root = end;
    }
    return new PartPlan(
        job, parts, PartialTranslation.answer(List.of(record.getInitial()), mostCounts));
  }

  /** The task of a part of a run. */
  static Task task(
      JobPlan plan, Part part, List<VersionRecords> graph, JobSplitter.Run run, int reissue) {
    Task.Builder task =
        Task.newBuilder()
            .setPlanId(plan.getPlanId())
            .setPart(part.index())
            .setReissue(reissue)
            .setRequest(plan.getRequest())
            .setFirstRoot(part.roots().first())
            .setEndRoot(part.roots().end())
            .setOrderBound(part.orderBound())
            .setKnownClique(part.knownSize())
            .setCost(part.cost())
            .setPartition(run.partition());
    part.onDevice().ifPresent(cut -> task.setDevice(cut(cut)));
    run.trace().ifPresent(trace -> task.setTraceParent(new String(trace, UTF_8)));
    for (VersionRecords version : graph) {
      task.addGraphBuilder()
          .setVersion(version.version())
          .setPartition(version.partition())
          .setPartitionCount(version.partitionCount())
          .setFirstOffset(version.first())
          .setLastOffset(version.last());
    }
    return task.build();
  }

  /** Pieces of a task that took too long, as tasks. */
  static List<Task> divided(Task task, int pieces) {
    return part(task).divided(pieces).stream()
        .map(
            piece ->
                task.toBuilder()
                    .setFirstRoot(piece.roots().first())
                    .setEndRoot(piece.roots().end())
                    .setCost(piece.cost())
                    .setHandedOver(task.getHandedOver() + 1)
                    .build())
        .toList();
  }

  /** The part of a task. */
  static Part part(Task task) {
    return new Part(
        JobRequests.job(task.getRequest()),
        task.getPart(),
        new RootRange(task.getFirstRoot(), task.getEndRoot()),
        task.getOrderBound(),
        task.getKnownClique(),
        task.getCost(),
        task.hasDevice() ? Optional.of(cut(task.getDevice())) : Optional.empty());
  }

  private static DeviceCut cut(DevicePlan plan) {
    return DeviceCut.newBuilder()
        .setDevice(plan.device())
        .setChoice(plan.choice())
        .setClasses(plan.classes())
        .build();
  }

  private static DevicePlan cut(DeviceCut cut) {
    return new DevicePlan(cut.getDevice(), cut.getChoice(), cut.getClasses());
  }

  /** The record of a task: one for devices is of a kind that older workers pass over. */
  static TaskRecord record(Task task) {
    TaskRecord.Builder record = TaskRecord.newBuilder();
    return (task.hasDevice() ? record.setDeviceTask(task) : record.setTask(task)).build();
  }

  /** The same for a plan. */
  static PartialRecord record(JobPlan plan) {
    PartialRecord.Builder record = PartialRecord.newBuilder();
    return (plan.hasDevice() ? record.setDevicePlan(plan) : record.setPlan(plan)).build();
  }

  /** The task of a record; empty for a notice, and where kind and task contradict each other. */
  static Optional<Task> task(TaskRecord record) {
    Task task = record.hasDeviceTask() ? record.getDeviceTask() : record.getTask();
    return (record.hasTask() || record.hasDeviceTask())
            && record.hasDeviceTask() == task.hasDevice()
        ? Optional.of(task)
        : Optional.empty();
  }

  /** The plan of a record, likewise. */
  static Optional<JobPlan> plan(PartialRecord record) {
    JobPlan plan = record.hasDevicePlan() ? record.getDevicePlan() : record.getPlan();
    return (record.hasPlan() || record.hasDevicePlan())
            && record.hasDevicePlan() == plan.hasDevice()
        ? Optional.of(plan)
        : Optional.empty();
  }

  /** Where the records of a task's graph lie. */
  static List<VersionRecords> graph(Task task) {
    return task.getGraphList().stream()
        .map(
            version ->
                new VersionRecords(
                    version.getVersion(),
                    version.getPartition(),
                    version.getPartitionCount(),
                    version.getFirstOffset(),
                    version.getLastOffset()))
        .toList();
  }
}
