package io.cliquestream.cli.browser;

/** A browser refused a command. */
public final class WebDriverException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;

  WebDriverException(String code, String message) {
    super(code + ": " + message);
    this.code = code;
  }

  /** Whether it may work when tried again: the page changed in between, or moves. */
  boolean passes() {
    return code.equals("stale element reference")
        || code.equals("element click intercepted")
        || code.equals("element not interactable")
        || code.equals("invalid element state");
  }
}
