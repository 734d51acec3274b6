package io.cliquestream.worker.jobs.admission;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.memory.HostMemory;

/** Why a job does not get the memory that it needs off the heap. */
final class MemoryRefusals {
  private MemoryRefusals() {}

  /**
   * Refuses a job that no worker of this size can run.
   *
   * @throws WorkerException JOB_MEMORY_EXCEEDED
   */
  static void requireFits(Demand demand, HostMemory offHeap) {
    if (demand.bytes().offHeap() > offHeap.limit()) {
      throw refusal(demand, "this worker has " + offHeap.limit() + " for graphs and jobs");
    }
  }

  /** Of one that waited for memory that no job holds. */
  static WorkerException taken(Demand demand, HostMemory offHeap) {
    return refusal(
        demand, offHeap.used() + " of " + offHeap.limit() + " are taken by what is no job");
  }

  private static WorkerException refusal(Demand demand, String why) {
    return new WorkerException(
        FailureCode.FAILURE_CODE_JOB_MEMORY_EXCEEDED,
        "the job needs up to " + demand.bytes().offHeap() + " bytes off the heap; " + why);
  }
}
