/**
 * What every room of the jobs knows: settings, metrics, the states of a run. Knows no room; the
 * rooms know each other in this order: handover, exchange, state, partition, control, admission,
 * run, standing, service.
 */
package io.cliquestream.worker.jobs;
