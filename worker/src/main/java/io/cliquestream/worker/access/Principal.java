package io.cliquestream.worker.access;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Somebody who asks.
 *
 * @param name for the audit log
 * @param tenants whose jobs are seen and acted on; empty for everybody's
 * @param graphs first parts of the ids of the graphs that one bound to tenants sees and uses; for
 *     others it says nothing
 */
public record Principal(
    String name, Role role, Optional<Set<String>> tenants, List<String> graphs) {
  /** Keeps copies. */
  public Principal {
    tenants = tenants.map(Set::copyOf);
    graphs = List.copyOf(graphs);
  }

  /** One who is bound to no tenant. */
  public static Principal unbound(String name, Role role) {
    return new Principal(name, role, Optional.empty(), List.of());
  }

  /** Whether they only see what belongs to some tenants. */
  public boolean isBound() {
    return tenants.isPresent();
  }

  /** Whether they act at all. */
  public boolean isOperator() {
    return role == Role.OPERATOR;
  }

  /** Whether jobs of a tenant are theirs to see. */
  public boolean seesTenant(String tenant) {
    return tenants.isEmpty() || tenants.get().contains(tenant);
  }

  /** Whether a graph is theirs to see and to use. */
  public boolean seesGraph(String graphId) {
    return tenants.isEmpty() || graphs.stream().anyMatch(graphId::startsWith);
  }
}
