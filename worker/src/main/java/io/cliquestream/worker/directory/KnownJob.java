package io.cliquestream.worker.directory;

import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.JobKind;
import io.cliquestream.v1.JobProgress;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.worker.directory.listed.ListPosition;
import io.cliquestream.worker.directory.listed.ListedJob;
import io.cliquestream.worker.directory.listed.ListedProgress;
import io.cliquestream.worker.directory.listed.ListedRun;
import io.cliquestream.worker.directory.listed.ListedStanding;
import io.cliquestream.worker.directory.listed.ListedState;
import io.cliquestream.worker.jobs.state.StandingDefinition;
import io.cliquestream.worker.jobs.state.StandingState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One job as far as its records tell. There may be a hundred thousand of these, so they hold
 * little: what lists show and where the rest can be read. The directory's lock guards it.
 */
final class KnownJob {
  /** Runs of a standing job that are kept. */
  static final int RUNS = 20;

  private final String id;
  private ListPosition position;
  private String graph = "";
  private String tenant = "";
  private JobKind kind;
  private int priority = Bounds.DEFAULT_PRIORITY;
  private ListedState state = ListedState.RECEIVED;
  private ListedRun last;
  private ListedProgress progress;
  private String worker = "";
  private long cancelRequested;
  private StandingDefinition standing;
  private StandingState.Summary standsOn;
  private boolean isStanding;
  private ArrayDeque<ListedRun> runs;

  KnownJob(String id) {
    this.id = id;
    this.position = ListPosition.unknown(id);
  }

  String id() {
    return id;
  }

  ListPosition position() {
    return position;
  }

  String graph() {
    return graph;
  }

  String tenant() {
    return tenant;
  }

  ListedState state() {
    return state;
  }

  boolean isStanding() {
    return isStanding;
  }

  ListedRun last() {
    return last;
  }

  /** Takes in its request. */
  void requested(JobRequest request, ListPosition where, String sharedGraph, String sharedTenant) {
    position = where;
    describe(request, sharedGraph, sharedTenant);
  }

  private void describe(JobRequest request, String sharedGraph, String sharedTenant) {
    graph = sharedGraph;
    tenant = sharedTenant;
    kind = JobKind.of(request).orElse(null);
    priority = request.hasPriority() ? request.getPriority() : Bounds.DEFAULT_PRIORITY;
    isStanding |= request.getTrigger().getEveryVersion() || request.getTrigger().hasEveryMillis();
  }

  /** Takes in what workers remember of it as a standing job; null when it stands no more. */
  void stands(StandingDefinition definition, String sharedGraph, String sharedTenant) {
    standing = definition;
    if (definition != null) {
      describe(definition.request(), sharedGraph, sharedTenant);
      isStanding = true;
      if (state == ListedState.RECEIVED) {
        state = ListedState.STANDING;
      }
    }
  }

  /** Takes in where it stands; null when that is not known. */
  void standsOn(StandingState.Summary state) {
    standsOn = state;
  }

  /** Takes in how a run of it ended. */
  void ended(ListedRun told) {
    if (last != null && Long.compareUnsigned(told.run(), last.run()) < 0) {
      return;
    }
    ListedRun run = told.after(runs());
    last = run;
    progress = null;
    if (!run.worker().isEmpty()) {
      worker = run.worker();
    }
    if (run.run() == 0) {
      state = run.status();
      return;
    }
    isStanding = true;
    if (runs == null) {
      runs = new ArrayDeque<>();
    }
    runs.addFirst(run);
    if (runs.size() > RUNS) {
      runs.removeLast();
    }
    boolean over =
        run.status() == ListedState.CANCELLED || run.status() == ListedState.DEADLINE_EXCEEDED;
    state = over ? run.status() : ListedState.STANDING;
  }

  /** Takes in how far it is; false when that is news of the past. */
  boolean progressed(JobProgress now, String by) {
    boolean past = last != null && Long.compareUnsigned(now.getRun(), last.run()) <= 0;
    if (past || state.isEnded()) {
      return false;
    }
    state = ListedState.of(now.getPhase());
    progress = ListedProgress.of(now);
    if (!by.isEmpty()) {
      worker = by;
    }
    return true;
  }

  /** Somebody asked for its end. */
  void cancelRequested(long epochMillis) {
    cancelRequested = epochMillis;
  }

  /** The present runs of a standing job, the newest first. */
  List<ListedRun> runs() {
    return runs == null ? List.of() : new ArrayList<>(runs);
  }

  /** What workers remember of a standing job; null for others, or when it stands no more. */
  StandingDefinition standing() {
    return standing;
  }

  /**
   * As lists show it.
   *
   * @param shown its state, which may be EXPIRED for one that nothing was heard of
   */
  ListedJob listed(ListedState shown) {
    return new ListedJob(
        id,
        position,
        graph,
        tenant,
        kind == null ? "unknown" : kind.text(),
        shown,
        isStanding,
        priority,
        last,
        shown.isEnded() ? null : progress,
        worker,
        cancelRequested);
  }

  /** As lists of standing jobs show it; for one that stands. */
  ListedStanding listedStanding() {
    return new ListedStanding(
        id,
        JobKind.of(standing.request()).map(JobKind::text).orElse("unknown"),
        standing,
        Optional.ofNullable(standsOn),
        runs());
  }

  /** Whether a part of what people search for has this text. */
  boolean mentions(String lowerCase) {
    return has(id, lowerCase)
        || has(graph, lowerCase)
        || has(tenant, lowerCase)
        || (last != null
            && last.failure() != null
            && (has(last.failure().code(), lowerCase) || has(last.failure().message(), lowerCase)));
  }

  JobKind kind() {
    return kind;
  }

  private static boolean has(String text, String lowerCase) {
    int most = text.length() - lowerCase.length();
    for (int i = 0; i <= most; i++) {
      if (text.regionMatches(true, i, lowerCase, 0, lowerCase.length())) {
        return true;
      }
    }
    return false;
  }
}
