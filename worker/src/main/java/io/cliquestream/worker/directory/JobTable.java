package io.cliquestream.worker.directory;

import io.cliquestream.v1.JobProgress;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.worker.directory.listed.ListPosition;
import io.cliquestream.worker.directory.listed.ListedJob;
import io.cliquestream.worker.directory.listed.ListedRun;
import io.cliquestream.worker.directory.listed.ListedStanding;
import io.cliquestream.worker.directory.listed.ListedState;
import io.cliquestream.worker.directory.listed.Page;
import io.cliquestream.worker.jobs.state.StandingDefinition;
import io.cliquestream.worker.jobs.state.StandingState;
import io.cliquestream.worker.memory.RecentMap;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The newest jobs, by id and in the order of their requests.
 *
 * <p>The topics of requests, progress, results and state are read beside each other, so a job's
 * result may come before its request: what comes for a job that no list shows yet is kept aside,
 * within a bound, until its request comes. A filtered list walks over all jobs from its cursor: at
 * a hundred thousand that is milliseconds, which no index of every field would be worth. The
 * directory's lock guards everything.
 */
final class JobTable {
  private static final int SHARED_NAMES = 100_000;

  private final int most;
  private final Map<String, KnownJob> byId = new HashMap<>();
  private final TreeMap<ListPosition, KnownJob> inOrder = new TreeMap<>();
  private final RecentMap<String, KnownJob> aside;
  private final RecentMap<String, String> names = new RecentMap<>(SHARED_NAMES);
  private final Map<Integer, Long> answered = new HashMap<>();

  /**
   * @param most jobs that lists show
   */
  JobTable(int most) {
    this.most = most;
    this.aside = new RecentMap<>(Math.max(1_000, most / 5));
  }

  /** Takes in a request; a second one with the same id is a duplicate. */
  boolean requested(JobRequest request, ListPosition where) {
    KnownJob job = byId.get(request.getJobId());
    if (job != null && job.position().isKnown() && job.position().compareTo(where) <= 0) {
      return false;
    }
    if (job == null) {
      job = leaveAside(request.getJobId());
    } else {
      inOrder.remove(job.position());
    }
    job.requested(request, where, shared(request.getGraphId()), shared(request.getTenant()));
    enter(job);
    return true;
  }

  /** Takes in what workers remember of a standing job. */
  boolean stands(String id, StandingDefinition definition) {
    KnownJob job = byId.get(id);
    if (definition == null) {
      if (job != null) {
        job.stands(null, "", "");
      }
      return job != null;
    }
    if (job == null) {
      job = leaveAside(id);
    }
    JobRequest request = definition.request();
    job.stands(definition, shared(request.getGraphId()), shared(request.getTenant()));
    enter(job);
    return true;
  }

  /** Takes in where a standing job stands; null when it stands no more. */
  boolean standsOn(String id, StandingState.Summary state) {
    KnownJob job = byId.get(id);
    if (job != null) {
      job.standsOn(state);
    }
    return job != null;
  }

  /** Takes in a run's result. */
  void ended(String id, ListedRun run) {
    orAside(id).ended(run);
  }

  /** Takes in how far a run is; false when nothing changed. */
  boolean progressed(JobProgress progress, String worker) {
    KnownJob job = byId.get(progress.getJobId());
    return job != null && job.progressed(progress, worker);
  }

  /** Takes in that somebody asked for a job's end. */
  void cancelRequested(String id, long epochMillis) {
    orAside(id).cancelRequested(epochMillis);
  }

  /**
   * Every job of a partition below an offset is answered.
   *
   * @param offset committed by the group a while ago, so that results up to then were read
   */
  void answered(int partition, long offset) {
    answered.merge(partition, offset, Math::max);
  }

  private KnownJob orAside(String id) {
    KnownJob job = byId.get(id);
    return job != null ? job : aside.computeIfAbsent(shared(id), KnownJob::new);
  }

  private KnownJob leaveAside(String id) {
    KnownJob job = aside.remove(id);
    return job != null ? job : new KnownJob(id);
  }

  private void enter(KnownJob job) {
    byId.put(job.id(), job);
    inOrder.put(job.position(), job);
    // A few at a time: standing jobs at the old end are stepped over.
    if (inOrder.size() > most + most / 64) {
      Iterator<KnownJob> oldest = inOrder.values().iterator();
      while (inOrder.size() > most && oldest.hasNext()) {
        KnownJob candidate = oldest.next();
        if (candidate.standing() == null) {
          oldest.remove();
          byId.remove(candidate.id());
        }
      }
    }
  }

  private String shared(String name) {
    return names.computeIfAbsent(name, same -> same);
  }

  /** The state to be shown. */
  ListedState state(KnownJob job) {
    ListedState state = job.state();
    if (state.isEnded() || job.isStanding()) {
      return state;
    }
    Long below = answered.get(job.position().partition());
    return below != null && job.position().isKnown() && job.position().offset() < below
        ? ListedState.EXPIRED
        : state;
  }

  Optional<KnownJob> get(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Jobs that a filter accepts, the newest first, after a cursor. */
  Page<ListedJob> page(JobFilter filter, Optional<ListPosition> after, int limit) {
    if (filter.id().isPresent()) {
      return one(filter, filter.id().get());
    }
    return Page.of(
        inOrder.descendingMap().values().stream().filter(job -> filter.accepts(job, state(job))),
        job -> after.isEmpty() || job.position().compareTo(after.get()) < 0,
        limit,
        job -> job.listed(state(job)),
        job -> job.position().cursor());
  }

  private Page<ListedJob> one(JobFilter filter, String id) {
    List<ListedJob> found =
        get(id).filter(job -> filter.accepts(job, state(job))).stream()
            .map(job -> job.listed(state(job)))
            .toList();
    return new Page<>(found, found.size(), Optional.empty());
  }

  /** Standing jobs by id, after one. */
  Page<ListedStanding> standing(JobFilter filter, String after, int limit) {
    return Page.of(
        byId.values().stream()
            .filter(job -> job.standing() != null && filter.accepts(job, state(job)))
            .sorted(Comparator.comparing(KnownJob::id)),
        job -> job.id().compareTo(after) > 0,
        limit,
        KnownJob::listedStanding,
        KnownJob::id);
  }

  /** What all jobs of some tenants come to. */
  JobFigures figures(JobFilter filter, long now) {
    var states = new EnumMap<ListedState, Integer>(ListedState.class);
    var collected = new JobFigures.Collector(now);
    int standing = 0;
    int known = 0;
    for (KnownJob job : byId.values()) {
      ListedState state = state(job);
      if (filter.accepts(job, state)) {
        known++;
        states.merge(state, 1, Integer::sum);
        standing += job.standing() != null ? 1 : 0;
        collected.add(job);
      }
    }
    return collected.figures(known, states, standing);
  }
}
