package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.ArrayList;
import java.util.List;

/** GPUs as they are named in settings and on command lines. */
public final class DeviceList {
  /** Every GPU of the machine. */
  public static final List<Integer> ALL = List.of(-1);

  /** GPUs that an engine takes at most. */
  public static final int MOST = 64;

  private DeviceList() {}

  /**
   * Reads a list.
   *
   * @param text {@code all}, or indexes as the driver counts, such as {@code 0,2}; empty for none.
   *     A GPU named twice is two engines.
   * @throws ComputeException OPTION_INVALID for anything else
   */
  public static List<Integer> parse(String text) {
    if (text.isBlank()) {
      return List.of();
    }
    if (text.strip().equals("all")) {
      return ALL;
    }
    List<Integer> devices = new ArrayList<>();
    for (String index : text.split(",", -1)) {
      if (!index.strip().matches("\\d{1,4}")) {
        throw invalid(text);
      }
      devices.add(Integer.parseInt(index.strip()));
    }
    if (devices.size() > MOST) {
      throw invalid(text);
    }
    return List.copyOf(devices);
  }

  private static ComputeException invalid(String text) {
    return new ComputeException(
        FailureCode.OPTION_INVALID,
        "GPUs are named as all, or by their indexes, such as 0,1 ("
            + MOST
            + " at most), not '"
            + text
            + "'");
  }
}
