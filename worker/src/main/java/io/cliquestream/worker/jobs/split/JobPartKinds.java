package io.cliquestream.worker.jobs.split;

import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.part.DeviceParts;
import io.cliquestream.kernels.part.Parts;
import io.cliquestream.v1.JobPlan;
import java.util.Optional;

/**
 * How a job's engine cuts it.
 *
 * @param host for the host's engines
 * @param device for devices
 */
record JobPartKinds(Optional<Parts> host, Optional<DeviceParts> device) {
  static JobPartKinds of(Engine engine) {
    return new JobPartKinds(engine.parts(), engine.deviceParts());
  }

  /** Who can go on with a plan; empty when it is for devices of another model, or for no engine. */
  Optional<? extends Parts> of(JobPlan plan) {
    return plan.hasDevice()
        ? device.filter(parts -> parts.device().equals(plan.getDevice().getDevice()))
        : host;
  }

  boolean isEmpty() {
    return host.isEmpty() && device.isEmpty();
  }
}
