package io.cliquestream.worker.translation;

import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.v1.AlertOptions;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.worker.failure.WorkerException;

/** Labels of alerts as a person writes them. */
final class AlertLabelTexts {
  private AlertLabelTexts() {}

  /** Labels of vertices, such as 7=1,9=2. */
  static void vertices(JobRequest.Builder request, String text) {
    AlertOptions.Builder alert = request.getAlertBuilder();
    for (String part : text.split(",", -1)) {
      int sign = part.indexOf('=');
      if (sign < 0) {
        throw WorkerException.optionInvalid(
            "'" + part.strip() + "' is not a vertex and its label, such as 7=1");
      }
      alert.addLabelled(JobKindCatalogue.id(part.substring(0, sign)));
      alert.addLabels(label(part.substring(sign + 1).strip()));
    }
  }

  /** Labels of a pattern's vertices in their order, such as 4,*,7. */
  static void pattern(JobRequest.Builder request, String text) {
    int[] labels = Pattern.parseLabels(text);
    for (int vertex = 0; vertex < labels.length; vertex++) {
      if (labels[vertex] != Pattern.ANY_LABEL) {
        request
            .getAlertBuilder()
            .addPatternLabelsBuilder()
            .setVertex(vertex)
            .setLabel(labels[vertex]);
      }
    }
  }

  private static int label(String text) {
    try {
      int label = Integer.parseInt(text);
      if (label >= 0) {
        return label;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw WorkerException.optionInvalid("'" + text + "' is not a label from 0 to 2147483647");
  }
}
