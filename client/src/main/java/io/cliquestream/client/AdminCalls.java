package io.cliquestream.client;

import io.cliquestream.v1.FailureCode;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/** Asks a broker something as an administrator would, with typed failures. */
final class AdminCalls {
  /** Questions put to a broker. */
  @FunctionalInterface
  interface Questions<T> {
    /** Asks; what a future fails with is passed on. */
    T ask(Admin admin) throws ExecutionException, InterruptedException;
  }

  private AdminCalls() {}

  /**
   * Connects, asks and hangs up.
   *
   * @param what in the words of a failure, such as "cannot describe the topics"
   * @throws ClientException BROKER_UNAVAILABLE when the broker does not answer or refuses
   */
  static <T> T ask(ClientSettings client, String what, Questions<T> questions) {
    String where = what + " at " + client.bootstrapServers();
    try (Admin admin = Admin.create(KafkaProperties.admin(client))) {
      return questions.ask(admin);
    } catch (ExecutionException cause) {
      throw RecordPublisher.failure(where, cause.getCause());
    } catch (KafkaException cause) {
      throw RecordPublisher.failure(where, cause);
    } catch (InterruptedException cause) {
      Thread.currentThread().interrupt();
      throw new ClientException(FailureCode.FAILURE_CODE_CANCELLED, "interrupted", cause);
    }
  }
}
