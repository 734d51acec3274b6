package io.cliquestream.cli.drawing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lines drawn in Braille characters: two dots across and four down in each. */
public final class BrailleCanvas {
  private static final char EMPTY = '\u2800';

  /** The bit of each dot of a character, by column and row. */
  private static final int[][] DOTS = {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};

  private final int columns;
  private final int rows;
  private final int[][] bits;
  private final char[][] letters;

  /** An empty canvas of so many characters. */
  public BrailleCanvas(int columns, int rows) {
    this.columns = columns;
    this.rows = rows;
    this.bits = new int[rows][columns];
    this.letters = new char[rows][columns];
  }

  /** Dots across. */
  public int width() {
    return 2 * columns;
  }

  /** Dots down. */
  public int height() {
    return 4 * rows;
  }

  /** Draws a line between two dots. */
  public void line(double fromX, double fromY, double toX, double toY) {
    int steps = (int) Math.ceil(2 * Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY)));
    for (int i = 0; i <= steps; i++) {
      double share = steps == 0 ? 0 : (double) i / steps;
      int x = (int) Math.round(fromX + share * (toX - fromX));
      int y = (int) Math.round(fromY + share * (toY - fromY));
      if (x >= 0 && y >= 0 && x < width() && y < height()) {
        bits[y / 4][x / 2] |= DOTS[x % 2][y % 4];
      }
    }
  }

  /** Puts a letter where a dot is. */
  public void letter(double x, double y, char letter) {
    int row = Math.clamp((int) Math.round(y) / 4, 0, rows - 1);
    int column = Math.clamp((int) Math.round(x) / 2, 0, columns - 1);
    letters[row][column] = letter;
  }

  /** The picture, a line for each row of characters. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      char[] line = new char[columns];
      Arrays.fill(line, ' ');
      for (int column = 0; column < columns; column++) {
        if (letters[row][column] != 0) {
          line[column] = letters[row][column];
        } else if (bits[row][column] != 0) {
          line[column] = (char) (EMPTY + bits[row][column]);
        }
      }
      lines.add(new String(line));
    }
    return lines;
  }
}
