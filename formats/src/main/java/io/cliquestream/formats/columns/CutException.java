package io.cliquestream.formats.columns;

import java.io.IOException;

/** A file or stream ends before the whole of it was there. */
final class CutException extends IOException {
  private static final long serialVersionUID = 1L;

  CutException(String message) {
    super(message);
  }
}
