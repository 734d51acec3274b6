/**
 * How the API writes what is known, as the schemas of {@code openapi.yaml} say it: jobs and their
 * runs, results, alerts, streams of changes; times, versions and failures in {@link
 * io.cliquestream.worker.api.json.Text}.
 *
 * <p>Functions without state, called by {@code api}, on the threads of its executor and on the
 * server's event loop; the command line calls kinds of alerts by the same names.
 */
package io.cliquestream.worker.api.json;
