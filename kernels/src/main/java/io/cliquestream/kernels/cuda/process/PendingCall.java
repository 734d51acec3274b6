package io.cliquestream.kernels.cuda.process;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import java.math.BigInteger;

/** A caller's call, over all processes that try it. Used by its caller's thread. */
final class PendingCall {
  final JobControl control;
  final byte[] request;
  private final PageSink pages;
  private long pagesSeen;
  private Phase phase;
  private double fraction;

  PendingCall(JobControl control, byte[] request, PageSink pages) {
    this.control = control;
    this.request = request;
    this.pages = pages;
  }

  /** Another process starts from the beginning. */
  void restart() {
    pagesSeen = 0;
    pages.begin();
  }

  void page(byte[] bytes) {
    pages.page(pagesSeen++, bytes);
  }

  /** Reports progress as it grows; a later try that is still behind an earlier one stays silent. */
  void progress(Frame.Progress frame) {
    if (phase == null || frame.phase().compareTo(phase) > 0) {
      phase = frame.phase();
      fraction = 0;
      control.beginPhase(phase, 1);
    }
    if (frame.phase() == phase && frame.fraction() > fraction) {
      control.workDone(frame.fraction() - fraction);
      fraction = frame.fraction();
    }
    frame.partialCount().map(BigInteger::new).ifPresent(control::partialCount);
    frame.bounds().ifPresent(control::bounds);
  }
}
