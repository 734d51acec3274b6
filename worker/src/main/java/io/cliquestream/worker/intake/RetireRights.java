package io.cliquestream.worker.intake;

import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.access.RecordClaim;
import io.cliquestream.worker.access.RecordPrincipals;
import io.cliquestream.worker.graphs.Refusal;
import io.cliquestream.worker.log.AuditLog;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Who may retire versions: whoever may write the topic, unless the settings ask for a principal's
 * signature. Whoever names a principal has to show it in either case.
 *
 * @param required whether a tombstone without a signature is refused
 */
record RetireRights(RecordPrincipals principals, boolean required) {
  /** Why a tombstone does not count; empty when it does. */
  Optional<Refusal> refusal(ConsumerRecord<byte[], byte[]> tombstone, GraphRecordKey key) {
    return switch (principals.of(tombstone)) {
      case RecordClaim.Nobody _ ->
          required
              ? refused("a version is retired here by a principal's signature alone")
              : Optional.empty();
      case RecordClaim.Proven(var principal) ->
          principal.mayRetire(key.graphId())
              ? Optional.empty()
              : refused(principal.name() + " may not retire graph " + key.graphId());
      case RecordClaim.Unproven(String problem) -> refused(problem);
    };
  }

  private static Optional<Refusal> refused(String message) {
    return Optional.of(new Refusal(FailureCode.FAILURE_CODE_NOT_PERMITTED, message));
  }

  /** Who a tombstone is from, for the audit log: a principal who showed it, or what it says. */
  String author(ConsumerRecord<byte[], byte[]> tombstone) {
    return principals.of(tombstone) instanceof RecordClaim.Proven(var principal)
        ? principal.name()
        : AuditLog.source(tombstone);
  }
}
