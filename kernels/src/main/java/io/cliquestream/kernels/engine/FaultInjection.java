package io.cliquestream.kernels.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.device.CudaDevice;
import io.cliquestream.kernels.cuda.device.DeviceModule;
import io.cliquestream.kernels.cuda.driver.LaunchShape;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import java.util.Optional;

/**
 * Jobs that break the GPU on purpose, for campaigns and drills on real devices: with the system
 * property {@value #PROPERTY} set to some k, a count of cliques of exactly k vertices launches a
 * kernel that ends the device's context, instead of counting. Without the property, which is for
 * whoever starts the process alone, there is nothing of it.
 */
final class FaultInjection {
  /** Names the k. */
  static final String PROPERTY = "cliquestream.fault-injection.clique-size";

  /** Half of the faults are a trap, the others a write to an address that nobody has. */
  private static final String KERNEL =
      """
      .version 7.0
      .target sm_80
      .address_size 64
      .visible .entry break_device(.param .u64 kind)
      {
        .reg .u64 %rd<3>;
        .reg .u32 %r<2>;
        .reg .pred %p<2>;
        ld.param.u64 %rd1, [kind];
        setp.eq.u64 %p1, %rd1, 1;
        @%p1 trap;
        mov.u64 %rd2, 64;
        mov.u32 %r1, 1;
        st.global.u32 [%rd2], %r1;
        ret;
      }
      """;

  private static final long BYTES = 4096;

  private final int size;
  private final CudaDevice device;
  private final DeviceModule module;
  private long faults;

  private FaultInjection(int size, CudaDevice device) {
    this.size = size;
    this.device = device;
    this.module = device.load(KERNEL.getBytes(US_ASCII));
  }

  /** What the property asks for, if it is there. */
  static Optional<FaultInjection> on(CudaDevice device) {
    return size(System.getProperty(PROPERTY)).map(size -> new FaultInjection(size, device));
  }

  static Optional<Integer> size(String property) {
    if (property == null) {
      return Optional.empty();
    }
    try {
      int size = Integer.parseInt(property);
      if (size >= 1) {
        return Optional.of(size);
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new ComputeException(
        FailureCode.OPTION_INVALID, PROPERTY + " is a clique's size, not '" + property + "'");
  }

  static boolean isFor(int size, Job job) {
    return job instanceof KCliqueCount count && count.smallest() == size && count.largest() == size;
  }

  /** Breaks the device if this is such a job. */
  void before(Job job, JobControl control) {
    if (isFor(size, job)) {
      long kind = next();
      var _ =
          device.run(
              control,
              BYTES,
              lane -> {
                lane.launch(module.function("break_device"), new LaunchShape(1, 1, 0), kind);
                lane.await();
                return true;
              });
    }
  }

  private synchronized long next() {
    return faults++ % 2;
  }
}
