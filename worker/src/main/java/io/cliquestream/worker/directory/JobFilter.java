package io.cliquestream.worker.directory;

import io.cliquestream.contract.JobKind;
import io.cliquestream.worker.directory.listed.ListedState;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which jobs a list shows; what is empty excludes nothing.
 *
 * @param tenants whose jobs may be seen
 * @param states one of these
 * @param from received at this time or later, Unix milliseconds
 * @param to received before this time
 * @param text part of id, graph, tenant or failure, in lower case
 */
public record JobFilter(
    Predicate<String> tenants,
    Optional<String> id,
    Optional<String> graph,
    Optional<String> tenant,
    Set<ListedState> states,
    Optional<JobKind> kind,
    long from,
    long to,
    String text) {
  /** Everything that may be seen. */
  public static JobFilter all(Predicate<String> tenants) {
    return new JobFilter(
        tenants,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Set.of(),
        Optional.empty(),
        0,
        Long.MAX_VALUE,
        "");
  }

  /** The cheap questions first. */
  boolean accepts(KnownJob job, ListedState state) {
    long received = job.position().received();
    return received >= from
        && received < to
        && (states.isEmpty() || states.contains(state))
        && (kind.isEmpty() || kind.get() == job.kind())
        && (id.isEmpty() || id.get().equals(job.id()))
        && (graph.isEmpty() || graph.get().equals(job.graph()))
        && (tenant.isEmpty() || tenant.get().equals(job.tenant()))
        && tenants.test(job.tenant())
        && (text.isEmpty() || job.mentions(text));
  }
}
