package io.cliquestream.worker.translation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.cliquestream.contract.JobKind;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.job.BreadthFirst;
import io.cliquestream.kernels.job.CliqueSearch;
import io.cliquestream.kernels.job.GreedyHeuristic;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.PlanChoice.EnumerationTuning;
import io.cliquestream.kernels.job.TriangleMethod;
import io.cliquestream.kernels.job.TriangleTuning;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.worker.failure.WorkerException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The catalogue says what the contract carries and what the compute library takes. */
final class JobKindCatalogueTest {
  /** Every field of the kind's message, by path; one of a record with parts as its parts. */
  private static Map<String, FieldDescriptor> fields(JobKind kind) {
    var algorithm =
        JobRequest.getDescriptor()
            .findFieldByName(kind.algorithm().name().toLowerCase(Locale.ROOT));
    Map<String, FieldDescriptor> fields = new HashMap<>();
    walk(algorithm.getMessageType(), "", fields);
    return fields;
  }

  private static void walk(Descriptor message, String path, Map<String, FieldDescriptor> fields) {
    for (FieldDescriptor field : message.getFields()) {
      if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && !field.isRepeated()) {
        walk(field.getMessageType(), path + field.getName() + ".", fields);
      } else {
        fields.put(path + field.getName(), field);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(JobKind.class)
  void everyFieldOfTheContractIsOneOptionsAndNoOptionNamesAnother(JobKind kind) {
    List<String> declared =
        JobKindCatalogue.of(kind).options().stream().flatMap(o -> o.fields().stream()).toList();
    assertThat(declared).containsExactlyInAnyOrderElementsOf(fields(kind).keySet());
  }

  @ParameterizedTest
  @EnumSource(JobKind.class)
  void anOptionFillsTheFieldsThatItDeclaresAndNoOther(JobKind kind) {
    for (JobOption option : JobKindCatalogue.of(kind).options()) {
      for (String text : samples(option)) {
        var request = JobRequest.newBuilder();
        option.write(JobKindCatalogue.of(kind).algorithm(request), option.type().read(text));
        List<String> filled = new ArrayList<>();
        filled((Message) request.build().getField(algorithm(request)), "", filled);
        assertThat(filled).as("%s %s", option.name(), text).isNotEmpty();
        assertThat(option.fields()).containsAll(filled);
      }
    }
  }

  @Test
  void whatStandingJobsTakeFillsTheFieldsOfTheRequestAndNoOther() {
    for (JobOption option : JobKindCatalogue.standing()) {
      String text =
          switch (option.type()) {
            case OptionType.Flag _ -> "true";
            case OptionType.Whole(long least, _) -> Long.toString(least);
            case OptionType.Choice(var words) -> words.getLast();
            default ->
                switch (option.name()) {
                  case "alert-labels" -> "7=1, 18446744073709551615=2147483647";
                  case "alert-pattern-labels" -> "0,*,7";
                  default -> "7, 18446744073709551615";
                };
          };
      var request = JobRequest.newBuilder();
      option.write(request, option.type().read(text));
      List<String> filled = new ArrayList<>();
      filled(request.build(), "", filled);
      if (option.name().equals("alert")) {
        assertThat(request.hasAlert()).isTrue();
      } else {
        assertThat(filled).as(option.name()).isEqualTo(option.fields());
      }
    }
    assertThatThrownBy(
            () -> JobKindCatalogue.standing().get(3).write(JobRequest.newBuilder(), "7,-1"))
        .isInstanceOf(WorkerException.class)
        .hasMessageContaining("'-1' is not the id of a vertex");
  }

  private static FieldDescriptor algorithm(JobRequest.Builder request) {
    return request.getOneofFieldDescriptor(JobRequest.getDescriptor().getOneofs().getFirst());
  }

  private static void filled(Message message, String path, List<String> into) {
    message
        .getAllFields()
        .forEach(
            (field, value) -> {
              if (value instanceof Message part && !field.isMapField()) {
                filled(part, path + field.getName() + ".", into);
              } else {
                into.add(path + field.getName());
              }
            });
  }

  /** Texts that differ from what the contract's empty fields say. */
  private static List<String> samples(JobOption option) {
    return switch (option.type()) {
      case OptionType.Flag _ -> List.of("true");
      case OptionType.Whole(long least, long most) ->
          List.of(Long.toString(Math.max(1, least)), Long.toString(most));
      case OptionType.Choice(var words) -> words.subList(1, words.size());
      case OptionType.Sizes _ ->
          option.fields().contains("all_k") ? List.of("all", "3", "3..10") : List.of("3", "3..10");
      case OptionType.Tuning(var choices) ->
          choices.stream().map(choice -> choice.text() + "=" + choice.range().most()).toList();
      case OptionType.Text _ ->
          switch (option.name()) {
            case "pattern" -> List.of("0-1,1-2");
            case "order" -> List.of("1,0,2");
            case "confidence" -> List.of("0.5", "0.999");
            default -> List.of("none", "0>2");
          };
    };
  }

  @ParameterizedTest
  @EnumSource(JobKind.class)
  void theWordsOfAChoiceStandInTheOrderOfTheContractsEnum(JobKind kind) {
    var fields = fields(kind);
    for (JobOption option : JobKindCatalogue.of(kind).options()) {
      if (option.type() instanceof OptionType.Choice(var words)) {
        List<EnumValueDescriptor> values =
            fields.get(option.fields().getFirst()).getEnumType().getValues();
        assertThat(words).hasSameSizeAs(values);
        for (int i = 0; i < words.size(); i++) {
          assertThat(values.get(i).getNumber()).isEqualTo(i);
          assertThat(values.get(i).getName().split("_", -1))
              .as(words.get(i))
              .containsAnyElementsOf(inContract(words.get(i).split("-", -1)[0]));
        }
      }
    }
  }

  private static List<String> inContract(String word) {
    return switch (word) {
      case "auto" -> List.of("CHOSEN");
      case "edge" -> List.of("EDGE", "EDGES");
      case "vertex" -> List.of("VERTEX", "VERTICES");
      default -> List.of(word.toUpperCase(Locale.ROOT));
    };
  }

  @Test
  void theLibrarysConstantsStandInTheOrderOfTheContracts() {
    same(io.cliquestream.v1.Ordering.values(), Ordering.values(), 1);
    same(io.cliquestream.v1.TriangleMethod.values(), TriangleMethod.values(), 1);
    same(io.cliquestream.v1.KCliqueMethod.values(), KCliqueMethod.values(), 1);
    same(io.cliquestream.v1.GreedyHeuristic.values(), GreedyHeuristic.values(), 1);
    same(io.cliquestream.v1.CliqueSearch.values(), CliqueSearch.values(), 1);
    same(io.cliquestream.v1.MotifMethod.values(), MotifMethod.values(), 1);
    same(io.cliquestream.v1.CliqueOrientation.values(), BreadthFirst.Orientation.values(), 0);
    same(io.cliquestream.v1.SubListOrder.values(), BreadthFirst.SubLists.values(), 0);
    same(io.cliquestream.v1.WindowOrder.values(), BreadthFirst.WindowOrder.values(), 0);
    assertThat(io.cliquestream.v1.Induced.values()).hasSize(Induced.values().length + 1);
    assertThat(Induced.values()).containsExactly(Induced.EDGE, Induced.VERTEX);
  }

  /** The contract has UNRECOGNIZED as its last one, and perhaps CHOSEN as its first. */
  private static void same(Enum<?>[] contract, Enum<?>[] library, int from) {
    assertThat(contract).hasSize(library.length + 1 + from);
    for (int i = 0; i < library.length; i++) {
      assertThat(contract[i + from].name()).endsWith("_" + library[i].name());
    }
  }

  @ParameterizedTest
  @EnumSource(JobKind.class)
  void whatIsWithinAnOptionsBoundsIsAJobAndWhatIsBeyondIsRefused(JobKind kind) {
    var description = JobKindCatalogue.of(kind);
    for (JobOption option : description.options()) {
      for (String text : samples(option)) {
        assertThat(JobRequests.job(request(description, option.name(), text))).isNotNull();
      }
      if (option.type() instanceof OptionType.Whole(long least, long most)) {
        assertThat(JobRequests.job(request(description, option.name(), Long.toString(least))))
            .isNotNull();
        for (long beyond : new long[] {least - 1, most + 1}) {
          assertThatThrownBy(() -> request(description, option.name(), Long.toString(beyond)))
              .isInstanceOf(WorkerException.class)
              .hasMessageContaining("--" + option.name());
        }
      }
    }
  }

  /** A bound that is only the catalogue's would let a program do what a person cannot. */
  @ParameterizedTest
  @EnumSource(JobKind.class)
  void theLibraryRefusesBeyondTheSameBounds(JobKind kind) {
    var description = JobKindCatalogue.of(kind);
    for (JobOption option : description.options()) {
      if (option.type() instanceof OptionType.Whole(_, long most) && most < 0xFFFF_FFFFL) {
        var request = request(description, option.name(), Long.toString(most)).toBuilder();
        raise(request, option.fields().getFirst(), (int) most + 1);
        assertThatThrownBy(() -> JobRequests.job(request.build()))
            .isInstanceOfAny(WorkerException.class, ComputeException.class);
      }
    }
  }

  private static void raise(JobRequest.Builder request, String path, int value) {
    Message.Builder message = request.getFieldBuilder(algorithm(request));
    String[] names = path.split("\\.", -1);
    for (int i = 0; i < names.length - 1; i++) {
      message = message.getFieldBuilder(message.getDescriptorForType().findFieldByName(names[i]));
    }
    message.setField(
        message.getDescriptorForType().findFieldByName(names[names.length - 1]), value);
  }

  /** A request with one option, and what it needs beside it. */
  private static JobRequest request(JobKindDescription description, String name, String text) {
    Map<String, String> texts = new HashMap<>();
    switch (description.kind()) {
      case K_CLIQUES, LIST_CLIQUES, CLIQUE_ESTIMATE -> texts.put("k", "3");
      case MATCH -> texts.put("pattern", "0-1,0-2");
      case MAX_CLIQUE -> texts.put("search", "breadth-first");
      case TRIANGLES, MAXIMAL_CLIQUES, MOTIFS, CORE_NUMBERS -> {}
    }
    if (name.equals("search")) {
      texts.clear();
    } else if (name.equals("tune") && text.startsWith("sampled-roots")) {
      texts.put("method", "pivoting");
    } else if (name.equals("tune") && text.startsWith("two-hop-lists")) {
      texts.put("method", "hash");
    } else if (name.equals("tune") && text.matches("(idle-percent|donations)=.*")) {
      return request(description, name, "balance=weighted," + text);
    } else if (name.equals("restrictions") && text.contains(">")) {
      return request(description, "restrictions", "none");
    }
    texts.put(name, text);
    var request = JobRequest.newBuilder();
    fill(description, request, texts);
    return request.build();
  }

  @Test
  void aChoiceIsForcedByTheNameOfItsValueOrByItsNumber() {
    for (String text :
        List.of("two-hop-lists=quarter-warp", "two-hop-lists=QUARTER_WARP", "two-hop-lists=3")) {
      var job =
          (io.cliquestream.kernels.job.TriangleCount)
              JobRequests.job(request(JobKindCatalogue.of(JobKind.TRIANGLES), "tune", text));
      assertThat(job.tuning().values())
          .as(text)
          .isEqualTo(Map.of(TriangleTuning.Choice.TWO_HOP_LISTS, 3L));
    }
    for (JobKind kind : List.of(JobKind.MOTIFS, JobKind.MATCH)) {
      var description = JobKindCatalogue.of(kind);
      var wanted =
          EnumerationTuning.of(Map.of("balance", 3L, "idle-percent", 20L, "lists-only", 1L));
      var job =
          JobRequests.job(
              request(description, "tune", "balance=weighted,idle-percent=20,lists-only=1"));
      assertThat(
              job instanceof io.cliquestream.kernels.job.MotifCensus census
                  ? census.tuning()
                  : ((io.cliquestream.kernels.job.PatternMatch) job).tuning())
          .isEqualTo(wanted);
      assertThatThrownBy(
              () -> JobRequests.job(request(description, "tune", "donations=2,balance=donate")))
          .isInstanceOf(ComputeException.class)
          .hasMessageContaining("balance=round-robin and balance=weighted");
    }
    unreadable(
        JobKind.MOTIFS,
        "tune",
        "balance=evenly",
        "'evenly' is none of static, donate, round-robin, weighted, threads");
  }

  @Test
  void theBreadthFirstSearchTakesUnsortedSubListsAndLeavesPruningOut() {
    var description = JobKindCatalogue.of(JobKind.MAX_CLIQUE);
    var request = JobRequest.newBuilder();
    fill(
        description,
        request,
        Map.of("search", "breadth-first", "sub-lists", "unsorted", "no-pruning", "true"));
    var job = (io.cliquestream.kernels.job.MaximumClique) JobRequests.job(request.build());
    assertThat(job.breadthFirst().subLists()).isEqualTo(BreadthFirst.SubLists.UNSORTED);
    assertThat(job.breadthFirst().pruning()).isFalse();
    var usual =
        (io.cliquestream.kernels.job.MaximumClique)
            JobRequests.job(request(description, "search", "breadth-first"));
    assertThat(usual.breadthFirst()).isEqualTo(BreadthFirst.DEFAULT);
  }

  /** As a command line does it: options by their names; those left out have their defaults. */
  private static void fill(
      JobKindDescription kind, JobRequest.Builder request, Map<String, String> texts) {
    Set<String> unknown = new TreeSet<>(texts.keySet());
    Message.Builder algorithm = kind.algorithm(request);
    for (JobOption option : kind.options()) {
      unknown.remove(option.name());
      String text = texts.getOrDefault(option.name(), option.defaultText());
      if (texts.containsKey(option.name()) || !text.isEmpty()) {
        option.write(algorithm, option.type().read(text));
      }
    }
    assertThat(unknown).isEmpty();
  }

  @Test
  void anUnreadableOptionIsNamed() {
    unreadable(JobKind.K_CLIQUES, "k", "3..2", "'3..2' is not a number from 1");
    unreadable(JobKind.K_CLIQUES, "method", "guess", "'guess' is none of auto, orientation");
    unreadable(JobKind.K_CLIQUES, "per-edge", "yes", "'yes' is not true or false");
    unreadable(JobKind.K_CLIQUES, "tune", "slices", "'slices' is not a choice like slices=8");
    unreadable(JobKind.MOTIFS, "size", "x", "'x' is not a whole number");
  }

  private static void unreadable(JobKind kind, String name, String text, String message) {
    JobOption option =
        JobKindCatalogue.of(kind).options().stream()
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow();
    assertThatThrownBy(() -> option.type().read(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void theCatalogueAsDataNamesEveryKindWithItsOptions() {
    JsonArray kinds = new JsonArray(JobKindCatalogue.toJson().encode());
    assertThat(kinds).hasSize(JobKind.values().length);
    JsonObject triangles = kinds.getJsonObject(0);
    assertThat(triangles.getString("kind")).isEqualTo("triangles");
    assertThat(triangles.getString("field")).isEqualTo("triangle_count");
    JsonObject tune = triangles.getJsonArray("options").getJsonObject(5);
    assertThat(tune.getString("type")).isEqualTo("tuning");
    assertThat(tune.getJsonArray("choices").getJsonObject(0).getString("name")).isEqualTo("core");
    JsonArray ofMotifs = kinds.getJsonObject(4).getJsonArray("options");
    assertThat(
            ofMotifs
                .getJsonObject(2)
                .getJsonArray("choices")
                .getJsonObject(0)
                .getJsonArray("words"))
        .containsExactly("static", "donate", "round-robin", "weighted", "threads");
    assertThat(ofMotifs.getJsonObject(0))
        .isEqualTo(
            new JsonObject()
                .put("name", "size")
                .put("help", "Vertices of a motif: 3 to 7")
                .put("required", false)
                .put("fields", new JsonArray().add("size"))
                .put("default", "3")
                .put("label", "N")
                .put("type", "number")
                .put("least", 3)
                .put("most", 7));
  }
}
