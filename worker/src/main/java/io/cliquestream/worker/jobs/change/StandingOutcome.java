package io.cliquestream.worker.jobs.change;

import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.AlertReport;
import io.cliquestream.worker.translation.VerticesBefore;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * What a run of a standing job came to.
 *
 * @param outcome its answer, with how it was found in the plan
 * @param alerts to be committed with it, in order
 * @param report of them; empty when the job asks for none
 * @param matches that are there now; empty where nobody has to know
 * @param before what the answer said of vertices in the run before, where the difference is wanted
 *     and it is known
 * @param answer the compute library's state, to go on from; empty when it is too large, or the kind
 *     has none
 */
public record StandingOutcome(
    JobOutcome outcome,
    List<Alert> alerts,
    Optional<AlertReport> report,
    Optional<BigInteger> matches,
    Optional<VerticesBefore> before,
    Optional<byte[]> answer) {}
