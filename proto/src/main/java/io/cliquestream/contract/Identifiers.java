package io.cliquestream.contract;

/**
 * Which strings are graph ids, job ids and tenants: 1 to {@value Bounds#ID_CHARACTERS} characters
 * out of {@code A-Z a-z 0-9 . _ -}. A tenant may also be empty and has at most {@value
 * Bounds#TENANT_CHARACTERS} characters of any kind.
 */
public final class Identifiers {
  private Identifiers() {}

  /**
   * {@return whether the text is a graph id}
   *
   * @param text any
   */
  public static boolean isGraphId(String text) {
    return isIdentifier(text);
  }

  /**
   * {@return whether the text is a job id}
   *
   * @param text any
   */
  public static boolean isJobId(String text) {
    return isIdentifier(text);
  }

  /**
   * {@return whether the text is a tenant}
   *
   * @param text any; empty for no tenant
   */
  public static boolean isTenant(String text) {
    return text.codePointCount(0, text.length()) <= Bounds.TENANT_CHARACTERS;
  }

  private static boolean isIdentifier(String text) {
    if (text.isEmpty() || text.length() > Bounds.ID_CHARACTERS) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (!isIdentifierCharacter(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isIdentifierCharacter(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '_'
        || c == '-';
  }
}
