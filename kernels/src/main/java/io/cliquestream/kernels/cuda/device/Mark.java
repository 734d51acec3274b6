package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.cuda.driver.NativeEvent;

/**
 * A point in a lane's stream that the lane can wait for. Valid until the lane's task ends.
 *
 * @param event recorded at the point
 * @param sequence what the lane's completion word holds, or has passed, once the point is reached
 */
record Mark(NativeEvent event, int sequence) {}
