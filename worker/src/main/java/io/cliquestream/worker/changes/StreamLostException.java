package io.cliquestream.worker.changes;

/** What a stream stands on is not there any more: its partition is read again from what is. */
final class StreamLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StreamLostException(String message) {
    super(message);
  }

  StreamLostException(String message, Throwable cause) {
    super(message, cause);
  }
}
