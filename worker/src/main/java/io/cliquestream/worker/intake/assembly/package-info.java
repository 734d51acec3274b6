/**
 * Turns the records of one partition into versions: checks, order, checksums, decoding, and the
 * budget of bytes for that. Called by {@code intake} and {@code intake.reread}, one thread at a
 * time for each partition or version; tells what it found through {@link
 * io.cliquestream.worker.intake.assembly.Versions}.
 */
package io.cliquestream.worker.intake.assembly;
