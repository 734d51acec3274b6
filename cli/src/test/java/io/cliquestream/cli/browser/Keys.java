package io.cliquestream.cli.browser;

/** Keys without a character, as WebDriver writes them. */
public final class Keys {
  public static final String TAB = "\uE004";
  public static final String ENTER = "\uE007";
  public static final String SPACE = " ";
  public static final String ESCAPE = "\uE00C";
  public static final String END = "\uE010";
  public static final String HOME = "\uE011";
  public static final String LEFT = "\uE012";
  public static final String RIGHT = "\uE014";
  public static final String DOWN = "\uE015";
  public static final String SHIFT = "\uE008";
  static final String CONTROL = "\uE009";
  static final String DELETE = "\uE017";

  /** Lets go of what is held down. */
  static final String RELEASE = "\uE000";

  private Keys() {}
}
