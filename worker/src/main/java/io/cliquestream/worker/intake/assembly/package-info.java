/**
 * Turns the records of one partition into versions: checks, order, checksums, decoding, and the
 * budget of bytes for that. Called by intake alone, one thread at a time for each partition; tells
 * what it found through {@link io.cliquestream.worker.intake.assembly.Versions}.
 */
package io.cliquestream.worker.intake.assembly;
