package io.cliquestream.kernels.part;

import java.util.Objects;

/**
 * What devices must do alike for a part of a job to be the same on each of them. The job is then
 * cut into pieces, as devices of one host cut it; every piece lies in one of some classes, and a
 * part is an interval of classes where it is one of roots otherwise.
 *
 * @param device the model of the devices, in words: only on devices that are alike a piece is
 *     surely the same
 * @param choice what the device chose that planned the job, as text that devices understand; 4,096
 *     characters at most
 * @param classes that pieces are spread over, 2 to 1,000,000; the number and size of the pieces
 *     follow from it
 */
public record DevicePlan(String device, String choice, int classes) {
  private static final int MOST_CHARACTERS = 4_096;
  private static final int MOST_CLASSES = 1_000_000;

  /**
   * Checks lengths and numbers.
   *
   * @throws IllegalArgumentException when a text is longer, or there are other numbers of classes
   */
  public DevicePlan {
    Objects.requireNonNull(device);
    Objects.requireNonNull(choice);
    if (device.length() > MOST_CHARACTERS || choice.length() > MOST_CHARACTERS) {
      throw new IllegalArgumentException("a plan for devices of too many characters");
    }
    if (classes < 2 || classes > MOST_CLASSES) {
      throw new IllegalArgumentException(classes + " classes of pieces");
    }
  }
}
