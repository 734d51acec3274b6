package io.cliquestream.client;

import java.util.Optional;

/** Something that is followed until closed. */
public interface Subscription extends AutoCloseable {
  /**
   * Why following ended by itself, if it did.
   *
   * @return empty while it goes on
   */
  Optional<ClientException> failure();

  /** Ends following; no record is handed out after it returns. */
  @Override
  void close();
}
