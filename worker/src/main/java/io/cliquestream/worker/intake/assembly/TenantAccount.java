package io.cliquestream.worker.intake.assembly;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.quota.Quotas;
import io.cliquestream.worker.quota.Quotas.Resource;

/**
 * The budget, as far as a tenant's quota goes. Versions of one tenant wait for each other when they
 * would take more together; one that takes more by itself can only be refused.
 */
public record TenantAccount(String tenant, Quotas quotas, AssemblyBudget budget) {
  /** As many of these bytes as could be had if nobody else had any. */
  public long grantable(long bytes) {
    return Math.min(bytes, Math.min(budget.mostOfOne(), quotas.limit(Resource.ASSEMBLY_BYTES)));
  }

  /** Reserves bytes, all or none. */
  public boolean tryReserve(long bytes) {
    if (!quotas.tryTake(Resource.ASSEMBLY_BYTES, tenant, bytes)) {
      return false;
    }
    if (!budget.tryReserve(bytes)) {
      quotas.give(Resource.ASSEMBLY_BYTES, tenant, bytes);
      return false;
    }
    return true;
  }

  /** Enters bytes that exist already. */
  public void reserveBeyondLimit(long bytes) {
    quotas.enter(Resource.ASSEMBLY_BYTES, tenant, bytes);
    budget.reserveBeyondLimit(bytes);
  }

  /** Checks that a version of so many bytes could ever be put together. */
  void requireFits(long bytes) {
    long limit = quotas.limit(Resource.ASSEMBLY_BYTES);
    if (bytes > limit) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_QUOTA_EXCEEDED,
          "the version takes %d bytes while it is put together; quotas.assembly-bytes grants tenant"
                  .formatted(bytes)
              + " '%s' %d".formatted(tenant, limit));
    }
  }

  /** Gives reserved bytes back. */
  public void release(long bytes) {
    budget.release(bytes);
    quotas.give(Resource.ASSEMBLY_BYTES, tenant, bytes);
  }
}
