package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.pattern.MatchingPlan.SetStep;
import io.cliquestream.kernels.pattern.MatchingPlan.Size;
import io.cliquestream.kernels.pattern.MatchingPlan.Term;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * Writes a matching plan for a person: order, restrictions and cost, a line for each position with
 * the sets that are computed once it is bound, then the closing formula.
 */
final class PlanText {
  private final MatchingPlan plan;

  PlanText(MatchingPlan plan) {
    this.plan = plan;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("match ").append(plan.pattern()).append(", ");
    text.append(plan.induced() == Induced.EDGE ? "edge-induced" : "vertex-induced");
    text.append(", ").append(plan.automorphisms()).append(" automorphisms\n");
    text.append("  order ").append(joined(plan.order()));
    text.append("; restrictions ");
    text.append(plan.restrictions().isEmpty() ? "none" : joined(plan.restrictions()));
    text.append(plan.given() ? "; given by the job" : "");
    text.append(String.format(Locale.ROOT, "; cost %.3g set elements\n", plan.estimatedCost()));
    for (int position = 0; position < plan.enumerated(); position++) {
      position(text, position);
    }
    if (!plan.terms().isEmpty()) {
      formula(text);
    }
    return text.toString();
  }

  private static String joined(Iterable<?> values) {
    StringJoiner text = new StringJoiner(",");
    values.forEach(value -> text.add(value.toString()));
    return text.toString();
  }

  private void position(StringBuilder text, int position) {
    text.append("  v").append(position);
    text.append(" = pattern vertex ").append(plan.order().get(position)).append(": ");
    if (plan.candidates().get(position) == MatchingPlan.NONE) {
      int label = plan.pattern().label(plan.order().get(position));
      text.append("every vertex");
      text.append(label == Pattern.ANY_LABEL ? "" : " labelled " + label);
    } else {
      text.append('s').append(plan.candidates().get(position));
      text.append(below(plan.bounds().get(position)));
    }
    text.append('\n');
    for (int id = 0; id < plan.sets().size(); id++) {
      if (plan.sets().get(id).level() == position) {
        text.append("    ").append(set(id)).append('\n');
      }
    }
  }

  private void formula(StringBuilder text) {
    text.append("  add ");
    text.append(plan.terms().stream().map(this::term).collect(Collectors.joining(" + ")));
    for (int i = plan.enumerated(); i < plan.order().size(); i++) {
      text.append(i == plan.enumerated() ? " for pattern vertex " : ", ");
      text.append(plan.order().get(i));
    }
    if (plan.divisor() != 1) {
      text.append("; divide the total by ").append(plan.divisor());
    }
    text.append('\n');
  }

  private String set(int id) {
    SetStep step = plan.sets().get(id);
    boolean extended = step.source() != MatchingPlan.NONE;
    StringBuilder text = new StringBuilder("s" + id + " = ");
    boolean grows = (step.adjacent() >> step.level() & 1) != 0;
    if (extended) {
      text.append('s').append(step.source()).append(grows ? " ∩ " : " \\ ");
    }
    text.append("N(v").append(step.level()).append(')');
    if (!extended && step.absent() != 0) {
      text.append(" \\ N of ").append(vertices(step.absent()));
    }
    if (step.label() != Pattern.ANY_LABEL) {
      text.append(" labelled ").append(step.label());
    }
    text.append(below(step.below()));
    return text.append(step.materialized() ? "" : " (size only)").toString();
  }

  private String term(Term term) {
    StringJoiner product = new StringJoiner("·");
    if (term.coefficient() != 1) {
      product.add(Long.toString(term.coefficient()));
    }
    for (int index : term.sizes()) {
      Size size = plan.sizes().get(index);
      product.add("|s" + size.set() + below(size.below()) + "|");
    }
    return product.toString();
  }

  private static String below(int positions) {
    return positions == 0 ? "" : " below " + vertices(positions);
  }

  private static String vertices(int positions) {
    StringJoiner names = new StringJoiner(", ");
    for (int rest = positions; rest != 0; rest &= rest - 1) {
      names.add("v" + Integer.numberOfTrailingZeros(rest));
    }
    return names.toString();
  }
}
