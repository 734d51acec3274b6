/**
 * Snapshots that lie elsewhere: fetched, checked and read within a time limit, on threads of its
 * own. Called by intake from any thread, never blocks it.
 */
package io.cliquestream.worker.intake.reference;
