package io.cliquestream.kernels.cuda.kclique;

/**
 * What devices that count together must do alike: then a slice is the same roots on each of them.
 *
 * @param order the graph is oriented by
 * @param kernel as {@link CliqueKernel#text} says
 * @param slices of a size
 */
record SharedChoice(CliqueOrder order, String kernel, int slices) {
  private static final String SEPARATOR = ";";

  String text() {
    return String.join(SEPARATOR, order.name(), Integer.toString(slices), kernel);
  }

  static SharedChoice parse(String text) {
    String[] fields = text.split(SEPARATOR, 3);
    return new SharedChoice(CliqueOrder.valueOf(fields[0]), fields[2], Integer.parseInt(fields[1]));
  }
}
