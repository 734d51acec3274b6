package io.cliquestream.kernels.cuda.graph.derived;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CoreFunctions;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.Arena;

/** The exact peel of a graph, in launches of bounded length between which other lanes run. */
final class Peel {
  private Peel() {}

  /**
   * Peels, and waits for it.
   *
   * @param work bound to memory of the peel
   * @return the degeneracy
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped
   */
  static long run(Lane lane, CudaLibrary library, NativeRecord source, NativeRecord work) {
    CoreFunctions core = library.core();
    NativeRecord options =
        library.allocate("cs_core_options", Arena.ofAuto()).set("stop", lane.stopWord());
    var layout = library.layout("cs_core_header");
    NativeRecord header = new NativeRecord(layout, lane.host(layout.bytes()));
    LaneCalls.enqueue(
        lane,
        () -> {
          core.symmetrise(source, work, lane.stream());
          core.start(source, work, lane.stream());
        });
    do {
      LaneCalls.enqueue(lane, () -> core.peel(source, work, options, header, lane.stream()));
      lane.await();
    } while (header.get("pending") != 0 && header.get("error") == 0);
    if (header.get("error") != 0) {
      throw new ComputeException(
          FailureCode.INTERNAL, "the peel on the device met an internal bound");
    }
    return header.get("degeneracy");
  }
}
