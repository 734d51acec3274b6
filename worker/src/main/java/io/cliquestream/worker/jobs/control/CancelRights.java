package io.cliquestream.worker.jobs.control;

import com.google.protobuf.ByteString;
import io.cliquestream.contract.CancelSecrets;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.worker.jobs.JobSettings;
import java.util.HexFormat;

/**
 * Who may cancel a job: whoever has its own secret or the operators' one, and a principal with the
 * right to; anybody, where the job has none and the settings ask for none. Whoever asks has got
 * past the broker's rules for the topic.
 */
public final class CancelRights {
  private final ByteString operators;
  private final boolean required;

  public CancelRights(JobSettings settings) {
    this.operators =
        ByteString.copyFrom(HexFormat.of().parseHex(settings.cancelSecretSha256().strip()));
    this.required = settings.cancelSecretRequired();
  }

  /** Whether a cancel request counts for a job. */
  public boolean permits(CancelRequest cancel, JobRequest job) {
    ByteString own = job.getCancelSecretSha256();
    return (own.isEmpty() && !required)
        || CancelSecrets.areSame(own, cancel.secretHash())
        || CancelSecrets.areSame(operators, cancel.secretHash())
        || cancel.principal().filter(who -> who.mayCancel(job.getTenant())).isPresent();
  }
}
