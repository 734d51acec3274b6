/**
 * What operators ask and do: of the broker where the broker knows (lag, workers, dead letters), and
 * of a worker's HTTP API where only workers know (jobs, graphs, standing jobs, draining).
 */
package io.cliquestream.cli.operate;
