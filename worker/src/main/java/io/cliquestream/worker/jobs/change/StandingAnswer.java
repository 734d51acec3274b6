package io.cliquestream.worker.jobs.change;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.change.device.DeviceCopies;
import io.cliquestream.kernels.change.match.MatchTotals;
import io.cliquestream.kernels.change.standing.Advance;
import io.cliquestream.kernels.change.standing.StandingJob;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.v1.AlertReport;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.rows.VersionRows;
import io.cliquestream.worker.jobs.state.StandingState;
import io.cliquestream.worker.translation.AlertQuery;
import io.cliquestream.worker.translation.VerticesBefore;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What one standing job has in memory of the version it stands on, and how it comes to the next.
 *
 * <h2>What is true</h2>
 *
 * <p>The committed {@link StandingState} alone says where the job stands. What is held here is an
 * answer for the same version, or it is not used: a run that was computed and not committed leaves
 * an answer that is ahead, and the next run makes the one that it needs from the committed state.
 *
 * <h2>The way to the next version</h2>
 *
 * <ol>
 *   <li>The store's versions share rows where deltas made them: if both versions do so with each
 *       other, they are the way.
 *   <li>Else the version that the job stands on is looked for among those of the evolving graph; if
 *       it is not there (after a restart, say), a graph begins to evolve at it, from the store.
 *   <li>The wanted version is reached from there by remembered deltas, or by the difference of the
 *       two graphs, within {@code jobs.changed-edges}. Beyond that, or when the version before is
 *       no more, a graph begins to evolve at the wanted version, the answer is computed anew, and
 *       alerts begin anew and say so.
 *   <li>The answer is brought forward, on the host or on the engine's GPU, or computed anew, where
 *       each is predicted to be the cheapest; the matches are those of the changes.
 * </ol>
 *
 * <p>A kind whose answers cannot be brought forward, and a wide graph, are computed anew each time.
 * Used by one lane at a time; {@link #close} may come from another thread at any time.
 */
public final class StandingAnswer implements AutoCloseable {
  /** In a plan: how the answer was found. */
  public static final String FROM = "answer-from";

  /** No state is as small as this. */
  private static final int LEAST_STATE_BYTES = 64;

  private final EvolvingGraphs graphs;
  private final StandingNames names = new StandingNames();
  private VersionRows on;
  private StandingJob standing;
  private JobOutcome recounted;
  private VerticesBefore before;
  private StandingTurn turn;
  private boolean busy;
  private boolean closed;

  /** Holds nothing yet. */
  public StandingAnswer(EvolvingGraphs graphs) {
    this.graphs = graphs;
  }

  /**
   * Answers for the next version; on a lane.
   *
   * @throws io.cliquestream.kernels.control.StoppedException when it was stopped
   * @throws io.cliquestream.kernels.failure.ComputeException when it cannot be done
   * @throws WorkerException when the version before cannot be read now
   */
  public StandingOutcome answer(StandingTurn next) {
    enter();
    try {
      turn = next;
      if (next.lease().isWide()) {
        return ofWideGraph();
      }
      return isFollowing() ? follow() : anew();
    } finally {
      turn = null;
      recounted = null;
      before = null;
      leave();
    }
  }

  /** Whether answers are brought forward from version to version, so that rows are enough. */
  public boolean follows(Job job) {
    return graphs.keepsAny() && StandingJob.supports(job);
  }

  private synchronized void enter() {
    busy = true;
  }

  private synchronized void leave() {
    busy = false;
    if (closed) {
      let();
    }
  }

  private StandingOutcome ofWideGraph() {
    if (turn.alerts().isPresent()) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE,
          "alerts are for graphs of fewer than 2^31 vertices");
    }
    return anew();
  }

  /** Whether anything of the version before is of use. */
  private boolean isFollowing() {
    return turn.alerts().isPresent() || follows(turn.job());
  }

  private StandingOutcome anew() {
    let();
    return new StandingOutcome(
        compute(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private StandingOutcome follow() {
    long start = System.nanoTime();
    try (Way way = way()) {
      Optional<AlertWriter> alerts =
          turn.alerts()
              .map(
                  query ->
                      new AlertWriter(
                          turn.common(),
                          query,
                          turn.state().map(StandingState::sequence).orElse(0L),
                          turn.alertBytes()));
      Told told = alerts.map(writer -> tell(way, writer)).orElse(Told.NOTHING);
      JobOutcome outcome = bringForward(way, start);
      Optional<byte[]> state =
          standing == null || turn.stateBytes() < LEAST_STATE_BYTES
              ? Optional.empty()
              : standing.save(turn.stateBytes());
      stand(way);
      return new StandingOutcome(
          outcome,
          alerts.map(AlertWriter::alerts).orElse(List.of()),
          told.report(),
          told.matches(),
          Optional.ofNullable(before),
          state);
    }
  }

  // --- The way -------------------------------------------------------------------------------

  /**
   * From one version to the next.
   *
   * @param older version that the job stands on; null when nothing is known of it
   * @param newer version that is wanted
   * @param ofStore whether the rows are the store's
   */
  private record Way(VersionRows older, VersionRows newer, boolean ofStore)
      implements AutoCloseable {
    @Override
    public void close() {
      if (older != null) {
        older.close();
      }
      newer.close();
    }
  }

  private Way way() {
    return graphs.shares(turn.lease().graphId())
        ? turn.lease().rows().flatMap(this::wayOfStore).orElseGet(this::wayOfOwn)
        : wayOfOwn();
  }

  /** Among the store's rows, of which one use is taken over. */
  private Optional<Way> wayOfStore(VersionRows newer) {
    Optional<VersionRows> older = Optional.empty();
    boolean found = false;
    try {
      if (turn.state().isPresent()) {
        older = olderOfStore(turn.state().get().version(), newer);
        found = older.isPresent();
      } else {
        found = true;
      }
    } finally {
      if (!found) {
        newer.close();
      }
    }
    return found ? Optional.of(new Way(older.orElse(null), newer, true)) : Optional.empty();
  }

  /** The version that the job stands on, if the newer one came from it by deltas. */
  private Optional<VersionRows> olderOfStore(long version, VersionRows newer) {
    boolean isKnown = on != null && on.number() == version;
    if (isKnown && on.isBefore(newer)) {
      return Optional.of(on.share());
    }
    if (isKnown && standing != null && turn.state().flatMap(StandingState::answer).isEmpty()) {
      // The answer in memory stands on other rows, and nothing else could be resumed.
      return Optional.empty();
    }
    Optional<VersionRows> older = graphs.ofStore(turn.lease().graphId(), version);
    if (older.isPresent()
        && (!older.get().isBefore(newer) || (isKnown && !isSame(on, older.get())))) {
      older.get().close();
      return Optional.empty();
    }
    return older;
  }

  /** A number may have been given twice, to a version that was retired and to its successor. */
  private static boolean isSame(VersionRows one, VersionRows other) {
    return one.graph().edgeCount() == other.graph().edgeCount()
        && one.graph().fingerprint() == other.graph().fingerprint();
  }

  /** Among the rows of the evolving graph. */
  private Way wayOfOwn() {
    Optional<StandingState> state = turn.state();
    if (state.isPresent()) {
      VersionRows older = older(state.get().version());
      if (older != null) {
        boolean reached = false;
        try {
          Optional<VersionRows> newer = graphs.reach(older.family(), turn.lease(), turn.control());
          reached = newer.isPresent();
          if (reached) {
            return new Way(older, newer.get(), false);
          }
        } finally {
          if (!reached) {
            older.close();
          }
        }
      }
    }
    long version = turn.lease().version();
    return new Way(
        null,
        graphs
            .reach(turn.lease(), turn.control())
            .orElseGet(() -> graphs.begin(turn.lease(), version)),
        false);
  }

  /** The version that the job stands on; null when it is no more. */
  private VersionRows older(long version) {
    Optional<VersionRows> known = graphs.find(turn.lease().graphId(), version);
    if (known.isPresent()) {
      return known.get();
    }
    if (version == turn.lease().version()) {
      return graphs.begin(turn.lease(), version);
    }
    Optional<GraphLease> base = turn.bases().lease(version);
    if (base.isEmpty()) {
      return null;
    }
    try (GraphLease held = base.get()) {
      return held.isWide() ? null : graphs.begin(held, turn.lease().version());
    }
  }

  // --- Matches -------------------------------------------------------------------------------

  /** What was told, and what is there. */
  private record Told(Optional<AlertReport> report, Optional<BigInteger> matches) {
    static final Told NOTHING = new Told(Optional.empty(), Optional.empty());
  }

  private Told tell(Way way, AlertWriter alerts) {
    AlertQuery query = turn.alerts().orElseThrow();
    var telling =
        new MatchTelling(query, alerts, new CalledVertices(turn.lease().names()), turn.control());
    Optional<MatchTotals> changed = way.older == null ? Optional.empty() : changes(way, telling);
    if (changed.isPresent()) {
      return told(alerts, changed.get(), turn.state().flatMap(StandingState::matches), false);
    }
    if (turn.state().isPresent()) {
      alerts.restarted();
    }
    MatchTotals all =
        query.countsMatches()
            ? telling.everything(turn.lease().prepared().graph(), graphs.changedEdges())
            : new MatchTotals(0, 0, 0);
    return told(
        alerts, all, query.countsMatches() ? Optional.of(BigInteger.ZERO) : Optional.empty(), true);
  }

  /** Empty, with nothing told, when nobody can say what changed. */
  private Optional<MatchTotals> changes(Way way, MatchTelling telling) {
    if (hasSameIds(way)) {
      return Optional.of(telling.changes(way.older, way.newer));
    }
    Optional<StandingNames.Held> held = names.of(way.older.number(), turn.bases());
    try {
      return held.flatMap(before -> changes(way, telling, before));
    } finally {
      held.ifPresent(StandingNames.Held::close);
    }
  }

  private Optional<MatchTotals> changes(Way way, MatchTelling telling, StandingNames.Held before) {
    if (before.areKept(turn.lease())) {
      return Optional.of(telling.changes(way.older, way.newer));
    }
    if (before.names().isEmpty() || turn.lease().names().isEmpty()) {
      return Optional.empty();
    }
    return telling.changes(
        way.older,
        way.newer,
        turn.lease().prepared(),
        before.names().get(),
        graphs.changedEdges(),
        graphs.memory());
  }

  private static Told told(
      AlertWriter alerts, MatchTotals totals, Optional<BigInteger> before, boolean first) {
    BigInteger appeared = BigInteger.valueOf(totals.appeared());
    BigInteger vanished = BigInteger.valueOf(totals.vanished());
    return new Told(
        Optional.of(alerts.finish(appeared, vanished, before, first)),
        before.map(count -> count.add(appeared).subtract(vanished)));
  }

  // --- The answer ----------------------------------------------------------------------------

  private JobOutcome bringForward(Way way, long start) {
    if (!StandingJob.supports(turn.job())) {
      return compute();
    }
    Optional<Advance> advance = Optional.empty();
    if (way.older != null && resume(way.older)) {
      if (turn.byVertex() && namesAreKept(way)) {
        before = new VerticesBefore(way.older.graph().vertexIds(), standing.answer());
      }
      advance =
          Optional.of(
              standing.advance(way.newer.graph(), turn.control(), graphs.onDevice().forced()));
    } else {
      forgetAnswer();
      standing =
          StandingJob.start(turn.job(), way.newer.graph(), this::recount, copies(), turn.control());
    }
    var plan = new TreeMap<String, String>();
    plan.put(FROM, "started");
    long prepare = 0;
    EngineKind engine =
        advance.filter(taken -> taken.method() == Advance.Method.DEVICE).isPresent()
            ? EngineKind.CUDA
            : EngineKind.CPU;
    List<JobOutcome.Slice> slices = List.of();
    if (recounted != null) {
      plan.putAll(recounted.plan());
      prepare = recounted.prepareNanos();
      engine = recounted.engine();
      slices = recounted.slices();
    }
    advance.ifPresent(taken -> plan.putAll(taken.plan()));
    return new JobOutcome(
            engine, standing.answer(), plan, prepare, System.nanoTime() - start - prepare)
        .withSlices(slices);
  }

  /** Deltas only add names. */
  private boolean hasSameIds(Way way) {
    return way.ofStore || way.older.number() == turn.lease().version();
  }

  private boolean namesAreKept(Way way) {
    if (hasSameIds(way)) {
      return true;
    }
    Optional<StandingNames.Held> before = names.of(way.older.number(), turn.bases());
    try {
      return before.map(held -> held.areKept(turn.lease())).orElse(false);
    } finally {
      before.ifPresent(StandingNames.Held::close);
    }
  }

  /** Whether there is an answer for the version that the job stands on, in the same graph. */
  private boolean resume(VersionRows older) {
    if (standing != null && on != null && on.number() == older.number() && on.isBefore(older)) {
      return true;
    }
    forgetAnswer();
    standing =
        turn.state()
            .flatMap(StandingState::answer)
            .flatMap(
                bytes ->
                    StandingJob.restore(turn.job(), older.graph(), bytes, this::recount, copies()))
            .orElse(null);
    return standing != null;
  }

  /** Of the engine's GPU, if that may count what changed. */
  private Optional<DeviceCopies> copies() {
    return graphs.onDevice().copies(turn.engine());
  }

  private Answer recount(PreparedGraph graph, Job job, JobControl control) {
    recounted = turn.engine().run(graph, job, control, ListingSink.NONE);
    return recounted.answer();
  }

  private JobOutcome compute() {
    return turn.engine()
        .runAny(turn.lease().jobGraph(), turn.job(), turn.control(), turn.listing());
  }

  // --- What is held --------------------------------------------------------------------------

  /** Keeps what the next run begins with, if others share it; otherwise it is made again then. */
  private void stand(Way way) {
    VersionRows before = on;
    if (way.ofStore && before != null && !before.isBefore(way.newer)) {
      graphs.leaveOwn(turn.lease().graphId());
    }
    on = way.ofStore || way.newer.family().isFollowed() ? way.newer.share() : null;
    if (before != null) {
      before.close();
    }
    if (turn.byVertex() || turn.alerts().isPresent()) {
      names.standOn(turn.lease());
    }
    if (on == null) {
      forgetAnswer();
    }
  }

  private void forgetAnswer() {
    if (standing != null) {
      standing.close();
      standing = null;
    }
  }

  private void let() {
    forgetAnswer();
    names.close();
    if (on != null) {
      on.close();
      on = null;
    }
  }

  /** Lets go of everything, at the end of the run that is under way if there is one. */
  @Override
  public synchronized void close() {
    closed = true;
    if (!busy) {
      let();
    }
  }
}
