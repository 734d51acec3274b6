package io.cliquestream.kernels.engine.process;

import io.cliquestream.kernels.change.device.ChangeStep;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.part.CutRule;
import io.cliquestream.kernels.part.Part;
import java.util.Optional;

/** What an engine's process is asked. Answers come in pages; see {@link AnswerPages}. */
public sealed interface EngineRequest {
  /** Maps a graph image; answered with nothing. */
  record OpenGraph(long key, String file) implements EngineRequest {}

  /** Lets a graph go that no job uses; answered with nothing. */
  record CloseGraph(long key) implements EngineRequest {}

  /**
   * Runs a job on an open graph; answered with its listing and its outcome.
   *
   * @param inShards whether a graph that the device cannot hold may be cut into shards
   * @param labels of the graph's vertices, for a job that asks for them
   */
  record RunJob(long key, Job job, boolean inShards, Optional<int[]> labels)
      implements EngineRequest {}

  /**
   * Does a device's share of a job on an open graph; answered with a {@link ShareOutcome}.
   *
   * @param queue number of the job's queue
   * @param device number of this device among those that share it
   * @param first whether this device begins the job
   */
  record RunShare(long key, Job job, int queue, int device, boolean first)
      implements EngineRequest {}

  /**
   * Begins a job on an open graph, which is done as a whole unless it is to be cut; answered with a
   * {@link ShareOffer}.
   */
  record BeginShare(long key, Job job, CutRule rule) implements EngineRequest {}

  /** Does a part for devices of a job on an open graph; answered with a {@link ShareOutcome}. */
  record RunPart(long key, Part part) implements EngineRequest {}

  /** Asks how the device is; answered with an optional status. */
  record AskStatus() implements EngineRequest {}

  /** Asks what the device holds of open graphs; answered with bytes by key. */
  record AskGraphs() implements EngineRequest {}

  /**
   * Copies an open graph to the device, to be changed there; answered with true.
   *
   * @param copy what the copy is known by
   * @param mostIds bound of the ids that later batches name
   */
  record LoadCopy(long copy, long key, int mostIds) implements EngineRequest {}

  /** Takes a copy further and counts; answered with optional {@code ChangeCounts}. */
  record CountChanges(long copy, ChangeStep step) implements EngineRequest {}

  /** Lets a copy go; answered with true. */
  record DropCopy(long copy) implements EngineRequest {}
}
