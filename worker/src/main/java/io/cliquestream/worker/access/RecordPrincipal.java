package io.cliquestream.worker.access;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Somebody who signs records.
 *
 * @param name for the audit log
 * @param rights what they may ask for
 * @param tenants whose jobs they may cancel; empty for everybody's
 * @param graphs first parts of the ids of the graphs whose versions they may retire; empty for all
 */
public record RecordPrincipal(
    String name, Set<Right> rights, Optional<Set<String>> tenants, List<String> graphs) {
  /** Keeps copies. */
  public RecordPrincipal {
    rights = Set.copyOf(rights);
    tenants = tenants.map(Set::copyOf);
    graphs = List.copyOf(graphs);
  }

  /** Whether they may end jobs of a tenant. */
  public boolean mayCancel(String tenant) {
    return rights.contains(Right.CANCEL) && (tenants.isEmpty() || tenants.get().contains(tenant));
  }

  /** Whether they may retire versions of a graph. */
  public boolean mayRetire(String graphId) {
    return rights.contains(Right.RETIRE)
        && (graphs.isEmpty() || graphs.stream().anyMatch(graphId::startsWith));
  }
}
