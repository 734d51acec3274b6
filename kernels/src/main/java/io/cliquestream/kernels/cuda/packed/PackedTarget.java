package io.cliquestream.kernels.cuda.packed;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.library.NativeRecord;

/** What packed runs are sent to: it has room for them on the device, and unpacks them there. */
public interface PackedTarget {
  /** The memory that has the room. */
  DeviceMemory working();

  /** Where in it the room begins. */
  long packedRoom();

  /** How much there is: 8 bytes a pair. */
  long packedRoomBytes();

  /** Unpacks runs that lie there to where their pairs belong, and counts degrees; enqueues. */
  void countPacked(NativeRecord runs);
}
