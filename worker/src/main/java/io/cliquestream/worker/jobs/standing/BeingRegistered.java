package io.cliquestream.worker.jobs.standing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The standing jobs of a partition whose first version is being looked up, and the records behind
 * them on the same graphs. Those wait: who has the answer to a job knows that the standing jobs
 * before it stand, and that every version that he publishes from then on has its run. Confined to
 * the event loop.
 */
final class BeingRegistered {
  /** Graph by job id. */
  private final Map<String, String> graphs = new HashMap<>();

  /** Tenant by job id. */
  private final Map<String, String> tenants = new HashMap<>();

  /** What waits, by graph, in the order of the records. */
  private final Map<String, List<Runnable>> behind = new HashMap<>();

  void begin(String jobId, String graphId, String tenant) {
    graphs.put(jobId, graphId);
    tenants.put(jobId, tenant);
  }

  boolean has(String jobId) {
    return graphs.containsKey(jobId);
  }

  int size() {
    return graphs.size();
  }

  /** How many of them are a tenant's. */
  long ofTenant(String tenant) {
    return tenants.values().stream().filter(tenant::equals).count();
  }

  /** Has a record wait for the standing jobs on its graph; false when there is none. */
  boolean await(String graphId, Runnable record) {
    if (!graphs.containsValue(graphId)) {
      return false;
    }
    behind.computeIfAbsent(graphId, _ -> new ArrayList<>()).add(record);
    return true;
  }

  /** The job stands, or never will; who waited for it goes on, or waits for the next one. */
  void end(String jobId) {
    String graphId = graphs.remove(jobId);
    tenants.remove(jobId);
    if (!graphs.containsValue(graphId)) {
      List<Runnable> waited = behind.remove(graphId);
      if (waited != null) {
        waited.forEach(Runnable::run);
      }
    }
  }
}
