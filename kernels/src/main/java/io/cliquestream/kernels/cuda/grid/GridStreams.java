package io.cliquestream.kernels.cuda.grid;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.device.LaneStreams;
import io.cliquestream.kernels.cuda.driver.DeviceState;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.GridFunctions;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import java.lang.foreign.Arena;

/**
 * A lane's streams for counting in parts: kernels on the main one, what goes up on one at its side,
 * what goes down on another. A lane of fewer streams does all on its main one.
 *
 * <p>Closing joins them and waits: nothing reads or writes host memory any more then, and the
 * lane's own waits and frees hold for all of them.
 */
final class GridStreams implements AutoCloseable {
  static final int UP = 0;
  static final int DOWN = 1;

  private final Lane lane;
  private final GridFunctions functions;
  private final LaneStreams streams;
  private final NativeRecord lanes;

  GridStreams(Lane lane, CudaLibrary library) {
    this.lane = lane;
    this.functions = library.grid();
    this.streams = lane.streams();
    this.lanes = library.allocate("cs_lanes", Arena.ofAuto());
    lanes.set("main", streams.main()).set("fork", streams.fork());
    for (int i = 0; i < streams.side().size(); i++) {
      lanes.setWord("side", i, streams.side().get(i));
      lanes.setWord("join", i, streams.join().get(i));
    }
  }

  /** The stream at a side. */
  long side(int side) {
    return side < streams.side().size() ? streams.side().get(side) : streams.main();
  }

  /** What follows at a side waits for what the main stream was given. */
  void fork(int side) {
    LaneCalls.enqueue(lane, () -> functions.fork(lanes, side));
  }

  /** What the main stream is given from now on waits for a side. */
  void join(int side) {
    LaneCalls.enqueue(lane, () -> functions.join(lanes, side));
  }

  /** Joins the streams and waits, whatever becomes of the job or of one of these steps. */
  void settle() {
    try {
      settle(UP);
    } finally {
      try {
        settle(DOWN);
      } finally {
        lane.drainBeforeUnlock();
      }
    }
  }

  /** A side that cannot be joined is waited for by itself: the main stream does not do it then. */
  private void settle(int side) {
    if (lane.device().state() != DeviceState.READY) {
      return;
    }
    try {
      join(side);
    } catch (Throwable failure) {
      lane.device().drainSide(lane, side);
      throw failure;
    }
  }

  @Override
  public void close() {
    settle();
  }
}
