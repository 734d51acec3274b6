package io.cliquestream.worker.quota;

import io.cliquestream.worker.config.ByteSize;
import io.cliquestream.worker.config.Section;
import io.cliquestream.worker.config.Setting;
import java.util.HashMap;
import java.util.Map;

/** What one tenant may have at a time on one worker, and how tenants share it. */
@Section("quotas")
public record QuotaSettings(
    @Setting(
            defaultValue = "1000000",
            range = "1..1000000",
            description =
                "Jobs of one tenant that wait for a lane; one more fails with QUOTA_EXCEEDED."
                    + " Only a value below jobs.maximum-in-flight is ever reached.")
        int waitingJobs,
    @Setting(
            defaultValue = "256",
            range = "1..1024",
            description = "Jobs of one tenant that compute at the same time; others of it wait.")
        int runningJobs,
    @Setting(
            defaultValue = "1000000",
            range = "0..1000000",
            description =
                "Standing jobs of one tenant on this worker; one more fails with QUOTA_EXCEEDED.")
        int standingJobs,
    @Setting(
            defaultValue = "16TiB",
            range = "1KiB..16TiB",
            description =
                "Bytes of one tenant's snapshots and deltas that are being put together: others of it"
                    + " wait, and a version that alone takes more fails with QUOTA_EXCEEDED.")
        ByteSize assemblyBytes,
    @Setting(
            defaultValue = "1000000",
            range = "1..1000000",
            description =
                "Usable graph versions of one tenant on this worker, those that come in included; one"
                    + " more fails with QUOTA_EXCEEDED. What is on the topic at a start is taken in"
                    + " all the same.")
        int versions,
    @Setting(
            defaultValue = "1000",
            range = "1..1000000",
            description =
                "Tenants that are counted apart at a time; further ones share one account.")
        int tenants,
    @Setting(
            defaultValue = "",
            description =
                "Weights of tenants, such as batch=0.5,console=3: shares of the computing time"
                    + " against each other; 1 for who is not named.")
        String weights) {
  /** The largest quota of things that are counted; it bounds nothing. */
  public static final int MOST = 1_000_000;

  private static final double LARGEST = 1_000;

  /** Checks the weights. */
  public QuotaSettings {
    var _ = parse(weights);
  }

  /** Weights by tenant. */
  public Map<String, Double> weightsByTenant() {
    return parse(weights);
  }

  private static Map<String, Double> parse(String text) {
    Map<String, Double> weights = new HashMap<>();
    for (String pair : text.isBlank() ? new String[0] : text.split(",", -1)) {
      int equals = pair.lastIndexOf('=');
      double weight;
      try {
        weight = equals < 1 ? 0 : Double.parseDouble(pair.substring(equals + 1).strip());
      } catch (NumberFormatException e) {
        weight = 0;
      }
      if (!(weight >= 1 / LARGEST && weight <= LARGEST)) {
        throw new IllegalArgumentException(
            "not a tenant and a weight between 0.001 and 1000, such as batch=0.5: '" + pair + "'");
      }
      weights.put(pair.substring(0, equals).strip(), weight);
    }
    return weights;
  }
}
