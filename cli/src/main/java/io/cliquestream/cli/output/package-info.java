/**
 * How an answer is shown: as text, as JSON or as rows of a file, one object for one answer, the
 * same for a computed one and one from Kafka. Called on the thread on which pages come, one at a
 * time.
 */
package io.cliquestream.cli.output;
