package io.cliquestream.cli.operate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.cli.output.PrintingCommand;
import io.cliquestream.cli.output.TextTable;
import io.cliquestream.client.GroupState;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** How far the workers are behind. */
@Command(
    name = "lag",
    mixinStandardHelpOptions = true,
    description = {
      "Shows for each partition of the jobs how many records are not answered yet, and who has it.",
      "Asks the broker; needs Describe on the group and the topics. Graphs are read by every worker"
          + " without a group: their lag is the metric cliquestream_ingest_lag_records."
    })
public final class LagCommand extends PrintingCommand {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Mixin private GroupOptions group;

  @Override
  protected void run(PrintWriter out) {
    GroupState state = group.read();
    if (group.json()) {
      out.println(json(state));
    } else {
      var table = new TextTable("partition", "committed", "end", "lag", "worker");
      for (GroupState.PartitionLag partition : state.partitions()) {
        table.row(
            partition.partition(),
            partition.committed().orElse(null),
            partition.end(),
            partition.records(),
            partition.member().orElse(null));
      }
      table.print(out);
      out.println(
          "group "
              + state.groupId()
              + " ("
              + state.phase().toLowerCase(Locale.ROOT)
              + "): workers "
              + state.members().size()
              + ", lag "
              + state.lag());
    }
  }

  private static ObjectNode json(GroupState state) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("group", state.groupId());
    root.put("state", state.phase());
    root.put("workers", state.members().size());
    root.put("lag", state.lag());
    ArrayNode list = root.putArray("partitions");
    for (GroupState.PartitionLag partition : state.partitions()) {
      ObjectNode node = list.addObject();
      node.put("partition", partition.partition());
      node.put("committed", partition.committed().orElse(null));
      node.put("beginning", partition.beginning());
      node.put("end", partition.end());
      node.put("lag", partition.records());
      node.put("worker", partition.member().orElse(null));
    }
    return root;
  }
}
