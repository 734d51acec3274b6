package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.EngineKind;

/**
 * Whether an engine can be opened here.
 *
 * @param description the processors it would use, or in one sentence why it cannot be opened
 */
public record EngineAvailability(EngineKind kind, boolean available, String description) {}
