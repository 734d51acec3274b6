package io.cliquestream.kernels.cuda.device;

import java.util.List;

/**
 * Native handles of a lane, for launches that run several kernels side by side: the C library's
 * {@code cs_lanes}.
 *
 * @param main the lane's stream
 * @param side up to three more streams; a launch forks them from the main one and joins them again
 * @param fork event recorded on the main stream
 * @param join one event for each side stream
 */
public record LaneStreams(long main, List<Long> side, long fork, List<Long> join) {
  /** Copies the lists. */
  public LaneStreams {
    side = List.copyOf(side);
    join = List.copyOf(join);
  }
}
