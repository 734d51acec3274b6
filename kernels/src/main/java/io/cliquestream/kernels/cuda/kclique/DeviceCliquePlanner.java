package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.cpu.kclique.plan.KCliqueForecast;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.KCliqueTuning.Choice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Chooses how to count: orientation or pivoting, and among the paper's configurations also vertices
 * or edges and the group of threads. What the job does not force is sampled on the device and the
 * shortest prediction taken; no threshold on k decides.
 *
 * <p>Where every sample runs into its limit, the host's forecast (random descents, right to an
 * order of magnitude) tells the methods apart, and whether the job is hopeless.
 */
public final class DeviceCliquePlanner {
  /** From this size on orientation takes the same shapes whatever the size. */
  private static final int FIRST_USUAL_SIZE = 9;

  private static final List<Integer> GROUPS = List.of(1, 2, 4, 8, 16, 32);

  private final CliqueKernels kernels;
  private final KCliqueCount job;
  private final int least;
  private final int most;
  private final BiConsumer<String, Object> describe;
  private final List<Prediction> predictions = new ArrayList<>();

  /**
   * A planner.
   *
   * @param least smallest size to count, 3 or more
   * @param most largest size to count
   */
  public DeviceCliquePlanner(
      CliqueKernels kernels,
      KCliqueCount job,
      int least,
      int most,
      BiConsumer<String, Object> describe) {
    this.kernels = kernels;
    this.job = job;
    this.least = least;
    this.most = most;
    this.describe = describe;
  }

  /** The methods to choose from: all that are worth a sample. */
  private List<KCliqueMethod> methods() {
    if (job.method().isPresent()) {
      return List.of(job.method().get());
    }
    return (long) most - least < DeviceCliquePolicy.MOST_ORIENTATION_SIZES
        ? List.of(KCliqueMethod.PIVOTING, KCliqueMethod.ORIENTATION)
        : List.of(KCliqueMethod.PIVOTING);
  }

  /** Kernels that the choice may fall on; for memory. */
  List<CliqueKernel> candidates() {
    List<CliqueKernel> candidates = new ArrayList<>();
    for (KCliqueMethod method : methods()) {
      if (!job.tuning().paper()) {
        candidates.add(ours(method));
        if (method == KCliqueMethod.ORIENTATION) {
          addLater(candidates, ours(method));
        }
        continue;
      }
      PaperConfiguration first = kernels.paperConfiguration(method);
      for (boolean edges : edges()) {
        for (int group : groups()) {
          CliqueKernel kernel = paper(first.withEdges(edges).withGroup(group));
          candidates.add(kernel);
          if (method == KCliqueMethod.ORIENTATION) {
            addLater(candidates, kernel);
          }
        }
      }
    }
    return candidates;
  }

  /** Sizes after the first: small ones have shapes of their own, past them the last needs most. */
  private void addLater(List<CliqueKernel> candidates, CliqueKernel first) {
    for (int size = least + 1; size < Math.min(most, FIRST_USUAL_SIZE); size++) {
      candidates.add(like(first, size));
    }
    candidates.add(like(first, Math.min(most, Math.max(least, FIRST_USUAL_SIZE))));
    candidates.add(like(first, most));
  }

  private List<Boolean> edges() {
    return job.tuning().forced(Choice.EDGES).isPresent()
        ? List.of(job.tuning().get(Choice.EDGES, 0) == 1)
        : List.of(false, true);
  }

  private List<Integer> groups() {
    return job.tuning().forced(Choice.GROUP).isPresent()
        ? List.of((int) job.tuning().get(Choice.GROUP, 0))
        : GROUPS;
  }

  /** A kernel like another, for the size after the one that it counts. */
  CliqueKernel like(CliqueKernel kernel, int size) {
    return switch (kernel) {
      case OurKernel _ -> kernels.ours(kernel.method(), size, size);
      case PaperKernel paper -> kernels.paper(paper.configuration(), size, size);
    };
  }

  private CliqueKernel ours(KCliqueMethod method) {
    return kernels.ours(method, least, largest(method));
  }

  private CliqueKernel paper(PaperConfiguration configuration) {
    return kernels.paper(configuration, least, largest(configuration.method()));
  }

  private int largest(KCliqueMethod method) {
    return switch (method) {
      case ORIENTATION -> least;
      case PIVOTING -> most;
    };
  }

  /**
   * Samples what the job leaves open.
   *
   * @param limitNanos of each method: a count that takes longer is not looked at any closer
   * @return the best prediction
   */
  Prediction sample(CliqueSampler sampler, ToDoubleFunction<KCliqueMethod> limitNanos) {
    predictions.clear();
    if (!sampler.isOn()) {
      KCliqueMethod method = job.method().orElseThrow();
      CliqueKernel kernel =
          job.tuning().paper() ? paper(kernels.paperConfiguration(method)) : ours(method);
      predictions.add(new Prediction(kernel, 0, true, Optional.empty()));
      return predictions.getFirst();
    }
    for (KCliqueMethod method : methods()) {
      double rival =
          predictions.stream()
              .filter(known -> !known.lowerBound())
              .mapToDouble(Prediction::nanos)
              .reduce(limitNanos.applyAsDouble(method), Math::min);
      Prediction prediction =
          job.tuning().paper()
              ? bestOfPaper(sampler, method, rival)
              : sampled(sampler, ours(method), rival);
      describe.accept(
          "predicted-kernel-ms-" + method.name().toLowerCase(Locale.ROOT), text(prediction));
      predictions.add(prediction);
      if (prediction.whole().isPresent()) {
        break;
      }
    }
    return predictions.stream().reduce((a, b) -> b.isBetterThan(a) ? b : a).orElseThrow();
  }

  /**
   * The choice after a sample. Where that found no end, the host's forecast decides.
   *
   * @param best of {@link #sample}
   * @param forecast the host's, which takes its time
   * @param stepNanos time of a step of it on this device
   * @throws io.cliquestream.kernels.failure.ComputeException HOPELESS, with the estimate
   */
  Prediction choose(Prediction best, Supplier<KCliqueForecast> forecast, double stepNanos) {
    return best.lowerBound() && job.method().isEmpty()
        ? foretold(best, forecast.get(), stepNanos)
        : best;
  }

  /** One kernel's time; with orientation over a range that of all its sizes. */
  private Prediction sampled(CliqueSampler sampler, CliqueKernel kernel, double rival) {
    Prediction first = sampler.predict(kernel, rival);
    if (kernel.method() == KCliqueMethod.PIVOTING || least == most) {
      return first;
    }
    if (job.method().isPresent()) {
      return new Prediction(kernel, first.nanos(), first.lowerBound(), Optional.empty());
    }
    double nanos = first.nanos();
    boolean bound = first.lowerBound();
    for (int k = least + 1; k <= most && !bound; k++) {
      Prediction next = sampler.predict(like(kernel, k), rival);
      nanos += next.nanos();
      bound = next.lowerBound();
    }
    return new Prediction(kernel, nanos, bound, Optional.empty());
  }

  /** Vertices or edges with the usual group, then the group. */
  private Prediction bestOfPaper(CliqueSampler sampler, KCliqueMethod method, double rival) {
    PaperConfiguration first = kernels.paperConfiguration(method);
    Prediction best = null;
    for (boolean edges : edges()) {
      best = better(best, sampled(sampler, paper(first.withEdges(edges)), rival));
      if (best.whole().isPresent()) {
        return best;
      }
    }
    PaperConfiguration chosen = ((PaperKernel) best.kernel()).configuration();
    for (int group : groups()) {
      if (group != chosen.group()) {
        best = better(best, sampled(sampler, paper(chosen.withGroup(group)), rival));
      }
    }
    return best;
  }

  private static Prediction better(Prediction known, Prediction other) {
    return known == null || other.isBetterThan(known) ? other : known;
  }

  private Prediction foretold(Prediction best, KCliqueForecast forecast, double stepNanos) {
    double nanos = forecast.steps() * stepNanos;
    describe.accept("predicted-seconds", Math.round(nanos / 1e9));
    if (forecast.magnitude()) {
      KCliqueForecast.requireFeasible(forecast.steps(), nanos / 1e9, "this GPU");
    }
    Prediction chosen =
        predictions.stream()
            .filter(prediction -> prediction.kernel().method() == forecast.method())
            .findFirst()
            .orElse(best);
    return new Prediction(chosen.kernel(), Math.max(chosen.nanos(), nanos), false, chosen.whole());
  }

  /** A predicted time in milliseconds. */
  static String text(Prediction prediction) {
    return String.format(
        Locale.ROOT, prediction.lowerBound() ? "at least %.3f" : "%.3f", prediction.nanos() / 1e6);
  }
}
