/**
 * The catalogue of meters, with name, unit and meaning, and those of build and process. Meters are
 * made once and counted from any thread; everybody may, it knows nobody.
 */
package io.cliquestream.worker.metrics;
