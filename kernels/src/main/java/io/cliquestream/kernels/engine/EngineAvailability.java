package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.EngineKind;

/**
 * Whether an engine can be opened here.
 *
 * @param kind the host's engine or the GPU's
 * @param available whether it can be opened
 * @param description the processors it would use, or in one sentence why it cannot be opened
 */
public record EngineAvailability(EngineKind kind, boolean available, String description) {}
