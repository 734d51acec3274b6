package io.cliquestream.kernels.engine.process;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.change.device.ChangeCounts;
import io.cliquestream.kernels.change.device.ChangeDevice;
import io.cliquestream.kernels.change.device.ChangeStep;
import io.cliquestream.kernels.change.device.DeviceCosts;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.PreparedGraph;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Counts changes in an engine's process. A process that takes the place of another has no copies: a
 * count that was under way in the old one is answered with nothing by the new one.
 *
 * @param graphs how graphs get to the process
 * @param ready whether the process takes calls now
 */
public record ProcessChanges(
    EngineCalls calls, SharedGraphs graphs, DeviceCosts costs, BooleanSupplier ready)
    implements ChangeDevice {
  private static final Duration DROP_LIMIT = Duration.ofMinutes(1);

  @Override
  public boolean isReady() {
    return ready.getAsBoolean();
  }

  @Override
  public void load(long copy, PreparedGraph graph, int mostIds, JobControl control) {
    try (SharedGraphs.Use use = graphs.use(graph.graph(), control)) {
      var _ = call(control, new EngineRequest.LoadCopy(copy, use.key(), mostIds));
    }
  }

  @Override
  @SuppressWarnings("unchecked") // the service answers with what it says
  public Optional<ChangeCounts> count(long copy, ChangeStep step, JobControl control) {
    return (Optional<ChangeCounts>) call(control, new EngineRequest.CountChanges(copy, step));
  }

  private Object call(JobControl control, EngineRequest request) {
    return calls.call(control, request, ListingSink.NONE, true);
  }

  /** Later: nobody waits for a process that is busy, or is being replaced. */
  @Override
  public void drop(long copy) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                var _ = call(JobControl.within(DROP_LIMIT), new EngineRequest.DropCopy(copy));
              } catch (ComputeException e) { // with its process, or when memory is needed
                System.getLogger(ProcessChanges.class.getName())
                    .log(System.Logger.Level.DEBUG, "a graph was not taken back from the GPU", e);
              }
            });
  }
}
