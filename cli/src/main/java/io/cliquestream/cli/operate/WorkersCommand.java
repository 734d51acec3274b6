package io.cliquestream.cli.operate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.cli.output.TextTable;
import io.cliquestream.client.GroupState;
import io.cliquestream.contract.ExitCode;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Who works. */
@Command(
    name = "workers",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the workers that the broker knows, with the partitions they hold and what waits there.",
      "Exit code 4 when there is none. Asks the broker; needs Describe on the group and the topics."
    })
public final class WorkersCommand implements Callable<Integer> {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Mixin private GroupOptions group;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    GroupState state = group.read();
    PrintWriter out = spec.commandLine().getOut();
    if (group.json()) {
      out.println(json(state));
    } else if (!state.members().isEmpty()) {
      var table = new TextTable("worker", "client", "host", "partitions", "lag");
      for (GroupState.Member member : state.members()) {
        table.row(
            member.name(),
            member.clientId(),
            host(member),
            ranges(member.partitions()),
            lag(state, member));
      }
      table.print(out);
    }
    out.flush();
    long unattended =
        state.partitions().stream().filter(partition -> partition.member().isEmpty()).count();
    PrintWriter err = spec.commandLine().getErr();
    if (state.members().isEmpty()) {
      err.println("cliquestream: no worker is a member of group " + state.groupId());
    } else if (unattended > 0) {
      err.println("cliquestream: partitions that nobody reads: " + unattended);
    }
    err.flush();
    return (state.members().isEmpty() ? ExitCode.NOT_FOUND : ExitCode.OK).number();
  }

  private static String host(GroupState.Member member) {
    return member.host().startsWith("/") ? member.host().substring(1) : member.host();
  }

  private static long lag(GroupState state, GroupState.Member member) {
    return state.partitions().stream()
        .filter(partition -> member.partitions().contains(partition.partition()))
        .mapToLong(GroupState.PartitionLag::records)
        .sum();
  }

  /** Numbers in ascending order, those in a row as one: {@code 0-3, 7}. */
  static String ranges(List<Integer> numbers) {
    var text = new StringBuilder();
    for (int i = 0; i < numbers.size(); ) {
      int last = i;
      while (last + 1 < numbers.size() && numbers.get(last + 1) == numbers.get(last) + 1) {
        last++;
      }
      text.append(i == 0 ? "" : ", ").append(numbers.get(i));
      text.append(last == i ? "" : "-" + numbers.get(last));
      i = last + 1;
    }
    return text.isEmpty() ? "none" : text.toString();
  }

  private static ObjectNode json(GroupState state) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("group", state.groupId());
    root.put("state", state.phase());
    ArrayNode list = root.putArray("workers");
    for (GroupState.Member member : state.members()) {
      ObjectNode node = list.addObject();
      node.put("worker", member.name());
      node.put("member", member.memberId());
      node.put("instance", member.instanceId().orElse(null));
      node.put("client", member.clientId());
      node.put("host", host(member));
      ArrayNode partitions = node.putArray("partitions");
      member.partitions().forEach(partitions::add);
      node.put("lag", lag(state, member));
    }
    ArrayNode unattended = root.putArray("unattendedPartitions");
    state.partitions().stream()
        .filter(partition -> partition.member().isEmpty())
        .forEach(partition -> unattended.add(partition.partition()));
    return root;
  }
}
