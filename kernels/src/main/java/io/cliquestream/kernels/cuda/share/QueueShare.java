package io.cliquestream.kernels.cuda.share;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The share of a device that may divide a job with others; a {@link ShareBoard} gives it. */
public final class QueueShare implements CountedShare {
  private final ShareSlot slot;
  private final int device;
  private final boolean first;
  private final Share alone = Share.alone();
  private final List<PhaseUnits> done = new ArrayList<>();
  private boolean divided;
  private boolean joined;

  QueueShare(ShareSlot slot, int device, boolean first) {
    this.slot = slot;
    this.device = device;
    this.first = first;
    this.divided = !first;
  }

  @Override
  public boolean isDivided() {
    return divided;
  }

  /**
   * Whether this device had pieces, or had offered the job, before this share was made: in a
   * process that has ended, and what it had counted with it.
   */
  public boolean isLost() {
    boolean offeredBefore = first && !divided && slot.state() == ShareSlot.OFFERED;
    return !joined && (offeredBefore || slot.hasJoined(device));
  }

  @Override
  public List<PhaseUnits> done() {
    return List.copyOf(done);
  }

  @Override
  public Optional<String> choice() {
    return first ? Optional.empty() : Optional.of(slot.choice());
  }

  @Override
  public long aloneNanos() {
    return slot.worthNanos() / 2;
  }

  @Override
  public int mayDivide(double predictedNanos) {
    return predictedNanos >= slot.worthNanos() ? slot.devices() : devices();
  }

  @Override
  public int offer(String choice, double predictedNanos) {
    if (first && !divided && mayDivide(predictedNanos) > 1) {
      slot.choice(choice);
      slot.state(ShareSlot.OFFERED);
      divided = true;
    }
    return devices();
  }

  @Override
  public int devices() {
    return divided ? slot.devices() : 1;
  }

  @Override
  public int take(int phase, int count) {
    if (!divided) {
      return alone.take(phase, count);
    }
    if (!joined) {
      if (!slot.join(device)) {
        return -1;
      }
      joined = true;
    }
    return slot.take(phase, count);
  }

  @Override
  public void did(int phase, long units, long allUnits) {
    if (divided) {
      done.add(new PhaseUnits(phase, units, allUnits));
    } else {
      alone.did(phase, units, allUnits);
    }
  }

  @Override
  public int bound() {
    return divided ? slot.bound() : alone.bound();
  }

  @Override
  public void raise(int size) {
    if (divided) {
      slot.raise(size);
    } else {
      alone.raise(size);
    }
  }
}
