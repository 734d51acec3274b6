package io.cliquestream.contract;

import io.cliquestream.v1.Failure;
import io.cliquestream.v1.FailureCategory;
import io.cliquestream.v1.FailureCode;

/** Which category a failure code belongs to, and how failures are written. */
public final class Failures {
  private Failures() {}

  /**
   * The category of a code: its hundreds decide, so that a reader can place even a code that is
   * newer than itself.
   *
   * @param codeNumber the wire value, as of {@code FailureCode.getNumber()}
   * @return unspecified for a number of none of them
   */
  public static FailureCategory categoryOf(int codeNumber) {
    return switch (codeNumber / 100) {
      case 1, 2, 3, 4 -> FailureCategory.FAILURE_CATEGORY_INPUT;
      case 5 -> FailureCategory.FAILURE_CATEGORY_NOT_FOUND;
      case 6 -> FailureCategory.FAILURE_CATEGORY_RESOURCE;
      case 7 -> FailureCategory.FAILURE_CATEGORY_STOPPED;
      case 8 -> FailureCategory.FAILURE_CATEGORY_INTERNAL;
      default -> FailureCategory.FAILURE_CATEGORY_UNSPECIFIED;
    };
  }

  /**
   * {@return the category of a code}
   *
   * @param code any; one that this version cannot name has an unspecified category
   */
  public static FailureCategory categoryOf(FailureCode code) {
    return code == FailureCode.UNRECOGNIZED
        ? FailureCategory.FAILURE_CATEGORY_UNSPECIFIED
        : categoryOf(code.getNumber());
  }

  /**
   * {@return a failure; a message beyond {@value Bounds#FAILURE_MESSAGE_CHARACTERS} characters is
   * cut}
   *
   * @param code of the contract
   * @param message one sentence for a person, without secrets
   */
  public static Failure of(FailureCode code, String message) {
    return Failure.newBuilder()
        .setCode(code)
        .setCategory(categoryOf(code))
        .setMessage(cut(message))
        .build();
  }

  /**
   * The code as people and metrics see it: {@code CHUNK_MISSING}.
   *
   * @param code any of the contract's
   * @return its name without the prefix of the protobuf constants
   */
  public static String nameOf(FailureCode code) {
    return code.name().replace("FAILURE_CODE_", "");
  }

  private static String cut(String message) {
    if (message.length() <= Bounds.FAILURE_MESSAGE_CHARACTERS) {
      return message;
    }
    // Never between the two halves of a surrogate pair: protobuf strings are valid UTF-8.
    int end = Bounds.FAILURE_MESSAGE_CHARACTERS - 1;
    if (Character.isHighSurrogate(message.charAt(end - 1))) {
      end--;
    }
    return message.substring(0, end) + '…';
  }
}
