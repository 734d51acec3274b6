package io.cliquestream.kernels.survey;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.match.CpuPatternMatch;
import io.cliquestream.kernels.cpu.match.PlanWork;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.PatternMatch;

/**
 * What matching a pattern along its plan looks at, predicted from a sample of the search itself, in
 * the graph's own labels. The cost that a plan states goes by averages, which are good enough to
 * choose an order by and no more.
 *
 * @param elements of sets that the search for all matches looks at; within a few percent as a rule
 * @param bindings ways to bind the vertices that the plan enumerates: the matches, in a listing
 */
public record MatchForecast(double elements, double bindings) {
  /**
   * Predicts a match. Takes the orientation and some ten milliseconds, on the calling thread; says
   * the same every time.
   *
   * @param graph with its labels, where the pattern names some
   * @param job what would be counted or listed
   * @param control may stop the sampling
   * @return elements and bindings of the whole search
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID when the pattern names
   *     labels and the graph has none
   * @throws io.cliquestream.kernels.control.StoppedException when {@code control} ended it
   */
  public static MatchForecast of(PreparedGraph graph, PatternMatch job, JobControl control) {
    try (CpuScheduler scheduler = new CpuScheduler(1)) {
      PlanWork work =
          CpuPatternMatch.forecast(job, new CpuJobRun(graph, control, ListingSink.NONE, scheduler));
      return new MatchForecast(work.elements(), work.bindings());
    }
  }
}
