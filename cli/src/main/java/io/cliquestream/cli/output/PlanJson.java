package io.cliquestream.cli.output;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.contract.JobKind;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.PlanExplanation;
import java.util.OptionalDouble;

/** Matching plans as one JSON object; sets, sizes and terms are named as in the plan's text. */
final class PlanJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private PlanJson() {}

  /** Renders an explanation on one line. */
  static String render(JobKind kind, PlanExplanation explanation, OptionalDouble elements) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("job", kind.text());
    ArrayNode plans = root.putArray("plans");
    explanation.plans().forEach(plan -> write(plan, plans.addObject()));
    elements.ifPresent(count -> root.put("predictedElements", count));
    explanation.remark().ifPresent(remark -> root.put("remark", remark));
    return root.toString();
  }

  private static void write(MatchingPlan plan, ObjectNode out) {
    out.put("pattern", plan.pattern().toString());
    out.put("induced", plan.induced() == Induced.EDGE ? "edge" : "vertex");
    out.put("automorphisms", plan.automorphisms());
    ArrayNode order = out.putArray("order");
    plan.order().forEach(order::add);
    ArrayNode restrictions = out.putArray("restrictions");
    plan.restrictions().forEach(restriction -> restrictions.add(restriction.toString()));
    out.put("enumerated", plan.enumerated());
    out.put("divisor", plan.divisor());
    out.put("sets", plan.sets().size());
    out.put(
        "sharedSets",
        plan.sets().stream().filter(set -> set.source() != MatchingPlan.NONE).count());
    out.put("terms", plan.terms().size());
    out.put("estimatedCost", plan.estimatedCost());
    out.put("text", plan.explain());
  }
}
