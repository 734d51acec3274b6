package io.cliquestream.kernels.control;

import io.cliquestream.kernels.failure.Options;
import java.util.Objects;

/**
 * For whom a job computes: what {@link FairShares} needs to know of it.
 *
 * @param tenant who is charged for its time; empty for nobody in particular, who are one tenant
 * @param weight the tenant's share against other tenants' that compute at the same time; above 0
 * @param priority 0 (lowest) to 9; a weight among the tenant's own jobs alone
 * @param jobClass whether it goes before long jobs
 */
public record Claim(String tenant, double weight, int priority, JobClass jobClass) {
  /**
   * Checks weight and priority.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID for a weight that is
   *     not above 0 or a priority that is not between 0 and 9
   */
  public Claim {
    Objects.requireNonNull(tenant);
    Objects.requireNonNull(jobClass);
    Options.require(
        weight > 0 && weight < Double.POSITIVE_INFINITY,
        "a tenant's weight must be above 0, not " + weight);
    Options.require(
        priority >= JobControl.LOWEST_PRIORITY && priority <= JobControl.HIGHEST_PRIORITY,
        "priority must be between 0 and 9, not " + priority);
  }

  /**
   * A long job of nobody in particular.
   *
   * @param priority 0 (lowest) to 9
   * @return with weight 1
   */
  public static Claim ofPriority(int priority) {
    return new Claim("", 1, priority, JobClass.LONG);
  }

  /**
   * {@return the same in another class}
   *
   * @param other goes before long jobs or does not
   */
  public Claim as(JobClass other) {
    return new Claim(tenant, weight, priority, other);
  }

  /**
   * {@return weight of a priority among the jobs of one tenant: each step up counts half as much
   * again, so that priority 9 gets 7.6 times the time of 4, and 38 times that of 0}
   */
  public double priorityWeight() {
    return Math.pow(1.5, priority);
  }
}
