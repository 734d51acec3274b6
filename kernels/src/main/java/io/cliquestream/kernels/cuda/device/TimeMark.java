package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.cuda.driver.NativeEvent;
import jcuda.driver.JCudaDriver;

/** A point in a lane's stream whose time the device takes. Valid until the lane's task ends. */
public record TimeMark(Lane lane, NativeEvent event) {
  /** Milliseconds of device time since an earlier mark; both must have been waited for. */
  public double millisSince(TimeMark earlier) {
    float[] millis = new float[1];
    lane.check("cuEventElapsedTime", JCudaDriver.cuEventElapsedTime(millis, earlier.event, event));
    return millis[0];
  }
}
