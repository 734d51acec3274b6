package io.cliquestream.kernels.cuda.triangle;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.device.LaneStreams;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import java.lang.foreign.Arena;

/** A counting kernel with everything it needs but the slice. */
public interface TriangleKernel extends AutoCloseable {
  /** Enqueues what writes the units of work of all slices together. */
  void units(Lane lane, long deviceUnits);

  /** Enqueues one slice; its triangles are added to the counter. */
  void enqueue(Lane lane, NativeRecord slice, long counter);

  /** Whether the units are known only once a slice, which is the only one, was enqueued. */
  default boolean countsUnitsLate() {
    return false;
  }

  /** Gives back what belongs to this count alone. */
  @Override
  default void close() {}

  /** Names a lane's streams to the C library. */
  static void name(LaneStreams streams, NativeRecord lanes) {
    lanes.set("main", streams.main()).set("fork", streams.fork());
    for (int i = 0; i < streams.side().size(); i++) {
      lanes.setWord("side", i, streams.side().get(i));
      lanes.setWord("join", i, streams.join().get(i));
    }
  }

  static TriangleKernel merge(CudaLibrary library, DeviceGraph graph) {
    return new TriangleKernel() {
      @Override
      public void units(Lane lane, long deviceUnits) {
        library.merge().units(graph.record(), deviceUnits, lane.stream());
      }

      @Override
      public void enqueue(Lane lane, NativeRecord slice, long counter) {
        library.merge().count(graph.record(), slice, counter, lane.stream());
      }
    };
  }

  static TriangleKernel hash(
      CudaLibrary library, DeviceGraph graph, TrustPlan plan, int chunk, int reading) {
    return new TriangleKernel() {
      @Override
      public void units(Lane lane, long deviceUnits) {
        library.trust().units(plan.classes(), deviceUnits, lane.stream());
      }

      @Override
      public void enqueue(Lane lane, NativeRecord slice, long counter) {
        library
            .trust()
            .count(
                graph.record(),
                plan.record(),
                plan.classes(),
                chunk,
                reading,
                slice,
                counter,
                lane.stream());
      }

      @Override
      public void close() {
        plan.close();
      }
    };
  }

  static TriangleKernel once(SinglePlan plan) {
    return new TriangleKernel() {
      @Override
      public void units(Lane lane, long deviceUnits) {
        plan.units(lane, deviceUnits);
      }

      @Override
      public boolean countsUnitsLate() {
        return true;
      }

      @Override
      public void enqueue(Lane lane, NativeRecord slice, long counter) {
        plan.enqueue(lane, slice.get("stop"), slice.get("done"), counter);
      }

      @Override
      public void close() {
        plan.close();
      }
    };
  }

  static TriangleKernel wedges(
      CudaLibrary library, NativeRecord graph, WedgePlan plan, DeviceMemory taken, Runnable end) {
    NativeRecord record = plan.forLane(taken.address());
    NativeRecord lanes = library.allocate("cs_lanes", Arena.ofAuto());
    return new TriangleKernel() {
      @Override
      public void units(Lane lane, long deviceUnits) {
        library.wedge().units(graph, record, deviceUnits, lane.stream());
      }

      @Override
      public void enqueue(Lane lane, NativeRecord slice, long counter) {
        name(lane.streams(), lanes);
        library.wedge().count(graph, record, slice, counter, lanes);
      }

      @Override
      public void close() {
        end.run();
      }
    };
  }
}
