package io.cliquestream.kernels.cuda.grid;

import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.device.SlicePlan;
import io.cliquestream.kernels.cuda.device.SlicedRun;
import io.cliquestream.kernels.cuda.graph.Completion;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.GridFunctions;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Counts the tasks of a schedule, each in shares, while what the next task needs is brought beside
 * it. A share is a slice of the lane: between two of them the job is stopped, progress is told, and
 * other lanes come to their turn. Units are arcs: n for each edge of the graph.
 */
final class GridTasks implements AutoCloseable {
  private final Lane lane;
  private final CudaLibrary library;
  private final GridFunctions functions;
  private final GridStreams streams;
  private final HostParts parts;
  private final GridSchedule schedule;
  private final int classes;
  private final DeviceMemory memory;
  private final NativeRecord[] slots;
  private final NativeRecord turned;
  private final long arriving;

  /**
   * Takes memory.
   *
   * @param classSize places of a class
   * @param slots parts on the device at a time
   */
  GridTasks(
      Lane lane,
      CudaLibrary library,
      GridStreams streams,
      HostParts parts,
      GridSchedule schedule,
      int classes,
      long classSize,
      int slots) {
    this.lane = lane;
    this.library = library;
    this.functions = library.grid();
    this.streams = streams;
    this.parts = parts;
    this.schedule = schedule;
    this.classes = classes;
    long arcs = 0;
    long rows = 1;
    for (int part = 0; part < parts.count(); part++) {
      arcs = Math.max(arcs, parts.arcs(part));
      rows = Math.max(rows, parts.rows(part));
    }
    long partBytes = functions.partBytes(arcs, classSize);
    long turnedBytes = functions.turnedBytes(arcs, classSize);
    this.memory = lane.allocate(slots * partBytes + turnedBytes + rows * HostParts.ROW_BYTES);
    this.slots = new NativeRecord[slots];
    long at = memory.address();
    for (int slot = 0; slot < slots; slot++) {
      this.slots[slot] = library.allocate("cs_grid_part", Arena.ofAuto());
      functions.bindPart(at, partBytes, arcs, classSize, this.slots[slot]);
      at += partBytes;
    }
    this.turned = library.allocate("cs_grid_turned", Arena.ofAuto());
    functions.bindTurned(at, turnedBytes, arcs, classSize, turned);
    this.arriving = at + turnedBytes;
  }

  /**
   * The triangles of all tasks.
   *
   * @param shares launches of each
   * @param edges of the graph
   * @throws io.cliquestream.kernels.failure.ComputeException INTERNAL when not all work was done
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped
   */
  long count(int shares, long edges) {
    long units = classes * edges;
    int launches = schedule.steps().size() * shares;
    NativeRecord slice =
        library
            .allocate("cs_slice", Arena.ofAuto())
            .set("stop", lane.stopWord())
            .set("count", shares);
    MemorySegment found = lane.host(Long.BYTES);
    lane.control().beginPhase(Phase.COMPUTING, (double) Math.max(units, 1));
    try (DeviceMemory counter = lane.allocate(Long.BYTES);
        Completion completion = new Completion(lane, library)) {
      lane.fill(counter, (byte) 0);
      slice.set("done", completion.done().address());
      completion.begin(deviceUnits -> functions.units(units, deviceUnits, lane.stream()));
      streams.fork(GridStreams.UP);
      bring(schedule.first());
      SlicedRun.run(
          lane,
          new SlicePlan(launches, (double) units, completion.done(), 0),
          (index, _, _) -> launch(index / shares, index % shares, shares, slice, counter));
      lane.download(counter, 0, found);
      completion.prove();
      return found.get(ValueLayout.JAVA_LONG, 0);
    }
  }

  private void launch(int task, int share, int shares, NativeRecord slice, DeviceMemory counter) {
    GridSchedule.Step step = schedule.steps().get(task);
    if (share == 0) {
      streams.join(GridStreams.UP);
      streams.fork(GridStreams.UP);
      bring(step.beside());
      if (step.turned() >= 0) {
        LaneCalls.enqueue(lane, () -> functions.turn(turned, slots[step.turned()], lane.stream()));
      }
    }
    slice.set("index", share);
    LaneCalls.enqueue(
        lane,
        () ->
            functions.count(
                turned,
                slots[step.ik()],
                slots[step.jk()],
                slice,
                counter.address(),
                lane.stream()));
    if (share == shares - 1 && !step.after().isEmpty()) {
      streams.fork(GridStreams.UP);
      bring(step.after());
    }
  }

  private void bring(List<GridSchedule.Load> loads) {
    long stream = streams.side(GridStreams.UP);
    for (GridSchedule.Load load : loads) {
      NativeRecord slot = slots[load.slot()];
      parts.bringArcs(load.part(), slot.get("columns"), stream);
      parts.bringRows(load.part(), arriving, stream);
      LaneCalls.enqueue(
          lane,
          () ->
              functions.index(
                  slot, parts.arcs(load.part()), arriving, parts.rows(load.part()), stream));
    }
  }

  /** After the streams were joined. */
  @Override
  public void close() {
    memory.close();
  }
}
