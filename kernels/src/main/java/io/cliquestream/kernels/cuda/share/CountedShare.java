package io.cliquestream.kernels.cuda.share;

import java.util.List;

/** A share that knows afterwards what the device did. */
public interface CountedShare extends Share {
  /** Whether other devices may have done some of the job. */
  boolean isDivided();

  /** How much of each phase this device did since others may have pieces. */
  List<PhaseUnits> done();
}
