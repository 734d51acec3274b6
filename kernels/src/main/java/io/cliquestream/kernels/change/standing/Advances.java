package io.cliquestream.kernels.change.standing;

import io.cliquestream.kernels.change.standing.Advance.Method;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Says of an advance how it was made, and what was predicted. */
final class Advances {
  private Advances() {}

  static Advance of(Method method, long changed, double incremental, double anew) {
    return of(method, changed, incremental, anew, OptionalDouble.empty());
  }

  /**
   * The same where a device could have been asked.
   *
   * @param device predicted time of following the changes there
   */
  static Advance of(
      Method method, long changed, double incremental, double anew, OptionalDouble device) {
    var plan = new TreeMap<String, String>();
    plan.put("answer-from", method.label());
    plan.put("changed-edges", Long.toString(changed));
    if (changed > 0) {
      plan.put("predicted-incremental-ms", millis(incremental));
      plan.put("predicted-recount-ms", millis(anew));
    }
    if (method == Method.DEVICE || method == Method.INCREMENTAL) {
      plan.put("changes-counted-on", method == Method.DEVICE ? "device" : "host");
    }
    device.ifPresent(nanos -> plan.put("predicted-device-ms", millis(nanos)));
    return new Advance(method, changed, incremental, anew, plan);
  }

  private static String millis(double nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / 1e6);
  }
}
