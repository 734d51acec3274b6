package io.cliquestream.worker.translation;

import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.JobKind;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.KCliqueTuning;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PlanChoice;
import io.cliquestream.kernels.job.PlanChoice.EnumerationTuning;
import io.cliquestream.kernels.job.TriangleTuning;
import io.cliquestream.kernels.job.TuningChoice;
import io.cliquestream.kernels.survey.NamedPatterns;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.MotifCensus;
import io.cliquestream.v1.PatternEdge;
import io.cliquestream.v1.PatternMatch;
import io.cliquestream.v1.PlanRestriction;
import io.cliquestream.v1.ResultScope;
import io.cliquestream.v1.SymmetryBreaking;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.worker.failure.WorkerException;
import io.vertx.core.json.JsonArray;
import java.util.List;
import java.util.stream.Stream;

/**
 * The kinds of job and their options, declared once: the command line and the documents are made
 * from it, the console's form is held against it by a test, and another test holds it against the
 * contract and against what the compute library refuses. Defaults here are those of a person who
 * names nothing; a field that a program leaves out has the contract's.
 */
public final class JobKindCatalogue {
  private static final long UNSIGNED = 0xFFFF_FFFFL;
  private static final int MOST_WINDOWS = 1 << 16;

  private JobKindCatalogue() {}

  /** What a kind does and takes. */
  public static JobKindDescription of(JobKind kind) {
    return switch (kind) {
      case TRIANGLES ->
          kind(
              kind,
              "Counts triangles, in total and on request per vertex and per edge",
              flag("per-vertex", "Also the triangles through each vertex"),
              flag("per-edge", "Also the triangles through each edge"),
              flag(
                  "clustering",
                  "Also local clustering coefficients, their average, and the transitivity"),
              ordering(),
              choice(
                  "method",
                  "How to count the total",
                  List.of("auto", "wedges", "merge", "hash", "hash-in-degree", "hash-collective")),
              tune("such as core=0 or slices=8", TriangleTuning.Choice.values())
                  .by(TriangleCount.Builder::putAllTuning));
      case K_CLIQUES ->
          kind(
              kind,
              "Counts k-cliques for one k, a range of k, or every k in one run",
              new JobOption(
                      "k",
                      new OptionType.Sizes(),
                      "Clique size: a number, a range such as 3..10, or all")
                  .asRequired()
                  .filling("smallest_k", "largest_k", "all_k")
                  .by(JobKindCatalogue::setSizes),
              flag("per-vertex", "Also the cliques through each vertex (one k)"),
              flag("per-edge", "Also the cliques through each edge (one k)"),
              choice(
                  "method", "How subtrees are counted", List.of("auto", "orientation", "pivoting")),
              ordering(),
              tune("such as edges=1, group=8 or slices=8", KCliqueTuning.Choice.values())
                  .by(KCliqueCount.Builder::putAllTuning));
      case MAX_CLIQUE ->
          kind(
              kind,
              "Finds a maximum clique, or all of them",
              flag("all", "Every maximum clique: the exact number, and a list"),
              listed(),
              choice(
                  "heuristic",
                  "Greedy lower bound",
                  List.of(
                      "auto",
                      "none",
                      "single-degree",
                      "single-core",
                      "multi-degree",
                      "multi-core")),
              choice(
                  "search",
                  "How to search (breadth-first is the GPU's)",
                  List.of("auto", "depth-first", "breadth-first", "vertex-cover", "symmetry")),
              breadthFirst(
                  number("seeds", "Vertices a multi-run heuristic starts from; 0: all", UNSIGNED)),
              breadthFirst(
                  choice(
                      "orientation",
                      "Which end keeps an edge: that with the smaller",
                      List.of("degree", "index"))),
              breadthFirst(
                  choice(
                      "sub-lists",
                      "Degrees inside a sub-list, or unsorted: by id",
                      List.of("rising", "falling", "unsorted"))),
              breadthFirst(flag("core-bounds", "Prune by core numbers instead of degrees")),
              breadthFirst(
                  number(
                      "window",
                      "Entries of the 2-clique list searched at a time; 0: what memory holds",
                      UNSIGNED)),
              breadthFirst(
                  choice(
                      "window-order",
                      "Sub-lists by the degree of their source",
                      List.of("descending", "ascending", "index"))),
              breadthFirst(
                  number(
                      "windows-at-once",
                      "0, 1: the whole GPU on one window; more: a window on each of N blocks",
                      MOST_WINDOWS)),
              breadthFirst(
                  number(
                      "color-from",
                      "Color sub-lists of N vertices or more, to prune by it; 0: none",
                      UNSIGNED)),
              breadthFirst(
                  flag("no-pruning", "Expand everything, whatever bounds say, for comparison")));
      case MAXIMAL_CLIQUES ->
          kind(
              kind,
              "Counts maximal cliques by size, and lists them on request",
              number("minimum-size", "Smallest clique counted and listed", Bounds.CLIQUE_VERTICES)
                  .byDefault("1"),
              listing("List the cliques, at most so many"));
      case MOTIFS ->
          kind(
              kind,
              "Counts the connected vertex-induced subgraphs of one size by shape",
              new JobOption(
                      "size",
                      new OptionType.Whole(Bounds.LEAST_MOTIF_VERTICES, Bounds.MOTIF_VERTICES),
                      "Vertices of a motif: 3 to 7")
                  .byDefault("3"),
              choice(
                  "method",
                  "How motifs are counted",
                  List.of("auto", "formulas", "plans", "subgraphs")),
              enumeration().by(MotifCensus.Builder::putAllTuning));
      case MATCH ->
          kind(
              kind,
              "Counts the subgraphs that match a pattern, and lists them on request",
              text(
                      "pattern",
                      "PATTERN",
                      "A connected pattern of 2 to 8 vertices: its edges, such as \"0-1,1-2,2-0\","
                          + " or a name, such as house ('cliquestream patterns' lists them)")
                  .asRequired()
                  .filling("edges")
                  .by(JobKindCatalogue::setPattern),
              choice(
                  "induced",
                  "Whether further edges among the matched vertices are allowed (edge) or not"
                      + " (vertex)",
                  List.of("edge", "vertex")),
              listing("List the matches, at most so many"),
              text(
                      "order",
                      "ORDER",
                      "The pattern's vertices in the order in which they are bound, such as"
                          + " \"0,2,1\"; the planner's when not given")
                  .filling("plan.order")
                  .by(JobKindCatalogue::setOrder),
              text(
                      "restrictions",
                      "PAIRS",
                      "What breaks the pattern's symmetries: auto, none (counts are divided), or"
                          + " pairs such as \"0>1,0>2\", the first vertex of each having the larger"
                          + " rank")
                  .byDefault("auto")
                  .filling("plan.symmetry", "plan.restrictions")
                  .by(JobKindCatalogue::setRestrictions),
              enumeration().by(PatternMatch.Builder::putAllTuning));
      case LIST_CLIQUES ->
          kind(
              kind,
              "Lists k-cliques",
              new JobOption(
                      "k", new OptionType.Whole(1, Bounds.CLIQUE_VERTICES), "Clique size, from 1")
                  .asRequired(),
              listed());
      case CLIQUE_ESTIMATE ->
          kind(
              kind,
              "Estimates the numbers of k-cliques, with an interval that holds the exact one",
              new JobOption(
                      "k",
                      new OptionType.Sizes(),
                      "Clique size: a number, or a range such as 8..20")
                  .asRequired()
                  .filling("smallest_k", "largest_k")
                  .by(JobKindCatalogue::setEstimated),
              new JobOption(
                      "samples",
                      new OptionType.Whole(1, CliqueEstimate.MAXIMUM_SAMPLES),
                      "Paths drawn for each size; the interval narrows with their square root")
                  .byDefault(Integer.toString(CliqueEstimate.USUAL_SAMPLES)),
              text(
                      "confidence",
                      "P",
                      "Probability with which an interval holds the exact count, such as 0.99")
                  .byDefault(Double.toString(CliqueEstimate.USUAL_CONFIDENCE))
                  .by(JobKindCatalogue::setConfidence),
              number("seed", "Of the random numbers", Long.MAX_VALUE));
      case CORE_NUMBERS ->
          kind(
              kind,
              "Tells the degeneracy, and how many vertices have each core number",
              flag("per-vertex", "Also the core number of each vertex"));
    };
  }

  /**
   * What a standing job takes beside the options of its kind: fields of the request itself. Those
   * of a group count when the first of it is given.
   */
  public static List<JobOption> standing() {
    return List.of(
        flag("difference", "Results hold what changed since the run before")
            .filling("result_scope")
            .by(JobKindCatalogue::setDifference),
        flag(
                "difference-by-vertex",
                "The same, and of arrays by vertex only the vertices whose value changed")
            .filling("result_scope")
            .by(JobKindCatalogue::setDifferenceByVertex),
        alert("alert", new OptionType.Flag(), "Tell of every match that appears or vanishes")
            .filling("alert")
            .by((JobRequest.Builder request, Object _) -> request.getAlertBuilder()),
        alert(
                "alert-contains",
                new OptionType.Text("IDS"),
                "Only matches that contain all of these vertices, such as 7,9")
            .filling("alert.contains")
            .by(
                (JobRequest.Builder request, String ids) ->
                    request.getAlertBuilder().addAllContains(ids(ids))),
        alert(
                "alert-touches",
                new OptionType.Text("IDS"),
                "Only matches that contain one of these vertices")
            .filling("alert.touches")
            .by(
                (JobRequest.Builder request, String ids) ->
                    request.getAlertBuilder().addAllTouches(ids(ids))),
        alert(
                "alert-labels",
                new OptionType.Text("ID=LABEL,..."),
                "Labels of vertices, such as 7=1,9=2")
            .filling("alert.labelled", "alert.labels")
            .by(AlertLabelTexts::vertices),
        alert(
                "alert-label",
                new OptionType.Whole(0, Integer.MAX_VALUE),
                "Only matches of which one vertex has this label")
            .filling("alert.label"),
        alert(
                "alert-pattern-labels",
                new OptionType.Text("LABELS"),
                "Labels that vertices 0, 1, ... of the pattern must match, such as 4,*,7; * is any")
            .filling("alert.pattern_labels")
            .by(AlertLabelTexts::pattern),
        alert(
                "alert-limit",
                new OptionType.Whole(1, Bounds.ALERT_LIMIT),
                "Most matches of a version told of one by one; beyond them their numbers (1000)")
            .filling("alert.limit"),
        alert(
                "alert-start",
                new OptionType.Choice(List.of("none", "all")),
                "What the first run tells of matches that are there already")
            .filling("alert.start"),
        alert(
                "alert-threshold",
                new OptionType.Whole(1, Long.MAX_VALUE),
                "Tell when the number of matches comes to N, and when it falls below, instead")
            .filling("alert.threshold"));
  }

  private static JobOption alert(String name, OptionType type, String help) {
    return new JobOption(name, type, help, "", false, "Alerts", List.of(name), null);
  }

  private static void setDifference(JobRequest.Builder request, boolean difference) {
    request.setResultScope(
        difference ? ResultScope.RESULT_SCOPE_DIFFERENCE : ResultScope.RESULT_SCOPE_WHOLE);
  }

  private static void setDifferenceByVertex(JobRequest.Builder request, boolean difference) {
    if (difference) {
      request.setResultScope(ResultScope.RESULT_SCOPE_DIFFERENCE_BY_VERTEX);
    }
  }

  private static List<Long> ids(String text) {
    return Stream.of(text.split(",", -1)).map(JobKindCatalogue::id).toList();
  }

  static long id(String text) {
    try {
      return Long.parseUnsignedLong(text.strip());
    } catch (NumberFormatException e) {
      throw WorkerException.optionInvalid("'" + text + "' is not the id of a vertex");
    }
  }

  /** What every kind takes as a standing job, as data. */
  public static JsonArray standingToJson() {
    return new JsonArray(standing().stream().map(JobKindDescription::json).toList());
  }

  /** Everything as data, kind by kind. */
  public static JsonArray toJson() {
    return new JsonArray(Stream.of(JobKind.values()).map(kind -> of(kind).toJson()).toList());
  }

  private static JobKindDescription kind(JobKind kind, String help, JobOption... options) {
    return new JobKindDescription(kind, help, List.of(options));
  }

  private static JobOption flag(String name, String help) {
    return new JobOption(name, new OptionType.Flag(), help);
  }

  private static JobOption choice(String name, String help, List<String> words) {
    return new JobOption(name, new OptionType.Choice(words), help).byDefault(words.getFirst());
  }

  private static JobOption number(String name, String help, long most) {
    return new JobOption(name, new OptionType.Whole(0, most), help).byDefault("0");
  }

  private static JobOption text(String name, String label, String help) {
    return new JobOption(name, new OptionType.Text(label), help);
  }

  private static JobOption ordering() {
    return choice("ordering", "Order of the orientation", List.of("auto", "degree", "degeneracy"));
  }

  private static JobOption tune(String examples, TuningChoice... choices) {
    return new JobOption(
            "tune",
            new OptionType.Tuning(List.of(choices)),
            "Force choices of the kernel's plan, " + examples)
        .filling("tuning");
  }

  private static JobOption enumeration() {
    return tune("such as balance=weighted or lists-only=1", EnumerationTuning.Choice.values());
  }

  /** The contract's 0 means "default" and must not be reached by accident. */
  private static JobOption limit(String help) {
    return new JobOption("limit", new OptionType.Whole(1, Long.MAX_VALUE), help);
  }

  /** How much is listed of what the kind lists anyway. */
  private static JobOption listed() {
    return limit("Most cliques listed").byDefault(Long.toString(Bounds.DEFAULT_LIST_LIMIT));
  }

  /** Whether to list, and how much. */
  private static JobOption listing(String help) {
    return limit(help).filling("list", "limit");
  }

  private static JobOption breadthFirst(JobOption option) {
    return option.in("Of the breadth-first search", "breadth_first");
  }

  private static void setSizes(KCliqueCount.Builder count, CliqueSizes sizes) {
    count.setAllK(sizes.all()).setSmallestK(sizes.smallest()).setLargestK(sizes.largest());
  }

  private static void setEstimated(
      io.cliquestream.v1.CliqueEstimate.Builder estimate, CliqueSizes sizes) {
    if (sizes.all()) {
      throw WorkerException.optionInvalid(
          "an estimate is of one size, or of a range of at most "
              + CliqueEstimate.MAXIMUM_SIZES
              + ", not of all");
    }
    estimate.setSmallestK(sizes.smallest()).setLargestK(sizes.largest());
  }

  private static void setConfidence(
      io.cliquestream.v1.CliqueEstimate.Builder estimate, String text) {
    double confidence;
    try {
      confidence = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw WorkerException.optionInvalid("'" + text + "' is no probability such as 0.95");
    }
    // The contract's 0 means "default" and must not be reached by accident.
    estimate.setConfidence(confidence == 0 ? -1 : confidence);
  }

  private static void setPattern(PatternMatch.Builder match, String text) {
    Pattern pattern = NamedPatterns.parse(text);
    if (pattern.isLabelled()) {
      throw new ComputeException(
          FailureCode.PATTERN_INVALID,
          "a request carries no labels; 'compute match' takes them as --pattern-labels");
    }
    for (int from = 0; from < pattern.vertexCount(); from++) {
      for (int to = from + 1; to < pattern.vertexCount(); to++) {
        if (pattern.hasEdge(from, to)) {
          match.addEdges(PatternEdge.newBuilder().setFrom(from).setTo(to));
        }
      }
    }
  }

  private static void setOrder(PatternMatch.Builder match, String text) {
    match.getPlanBuilder().addAllOrder(PlanChoice.parseOrder(text));
  }

  private static void setRestrictions(PatternMatch.Builder match, String text) {
    switch (text) {
      case "auto" -> {}
      case "none" -> match.getPlanBuilder().setSymmetry(SymmetryBreaking.SYMMETRY_BREAKING_NONE);
      default -> {
        var plan = match.getPlanBuilder();
        plan.setSymmetry(SymmetryBreaking.SYMMETRY_BREAKING_GIVEN);
        for (var pair : PlanChoice.parseRestrictions(text)) {
          plan.addRestrictions(
              PlanRestriction.newBuilder().setLarger(pair.larger()).setSmaller(pair.smaller()));
        }
      }
    }
  }
}
