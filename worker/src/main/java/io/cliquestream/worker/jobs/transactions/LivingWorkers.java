package io.cliquestream.worker.jobs.transactions;

import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.exchange.KafkaClients;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;

/** Workers of the group, by what the group says, and whose a transactional id is. */
record LivingWorkers(JobServiceSettings settings, Admin admin, String instanceId) {
  /** Names of the group's members and this worker; nothing where one has none. */
  Optional<Set<String>> names() throws InterruptedException, ExecutionException, TimeoutException {
    var names = new HashSet<String>();
    names.add(instanceId);
    String group = settings.groupId();
    var asked = admin.describeConsumerGroups(List.of(group)).all();
    for (MemberDescription member :
        asked
            .get(settings.requestTimeout().toMillis(), TimeUnit.MILLISECONDS)
            .get(group)
            .members()) {
      Optional<String> name =
          member.groupInstanceId().or(() -> KafkaClients.instanceOf(member.clientId()));
      if (name.isEmpty()) {
        // Of an older worker, which does not say: it may be any.
        return Optional.empty();
      }
      names.add(name.get());
    }
    return Optional.of(names);
  }

  /** Whether a transactional id is a worker's: that of its results, or one for a purpose. */
  boolean isOf(String id, String worker) {
    String own = settings.groupId() + "-" + worker;
    return id.equals(own) || id.startsWith(own + "-");
  }
}
