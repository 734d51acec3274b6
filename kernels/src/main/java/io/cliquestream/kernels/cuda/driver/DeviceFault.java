package io.cliquestream.kernels.cuda.driver;

import java.util.Set;

/**
 * A device's fault and who may have caused it.
 *
 * <p>CUDA reports the same error to every stream of a broken context and never says whose kernel it
 * was. But each lane's stream writes a number to host memory at each of its marks, and what was
 * written before the fault stays readable. A lane all of whose work had passed its last mark did
 * not run anything when the fault happened: it is a bystander. If one lane only had unfinished
 * work, that lane is the offender. If several had, each is a suspect, to be run again alone.
 *
 * @param message the operation that first returned the error, and the error
 * @param unfinished lanes that had a task with unfinished device work
 */
public record DeviceFault(String message, Set<Integer> unfinished) {
  public DeviceFault {
    unfinished = Set.copyOf(unfinished);
  }

  public FaultRole role(int lane) {
    if (!unfinished.contains(lane)) {
      return FaultRole.BYSTANDER;
    }
    return unfinished.size() == 1 ? FaultRole.OFFENDER : FaultRole.SUSPECT;
  }

  public DeviceFaultException exception(FaultRole role) {
    return new DeviceFaultException("the GPU's context is lost: " + message, role);
  }
}
