/**
 * Between the contract and the compute library: requests to jobs, outcomes to results, codes to
 * codes, and the one catalogue of job kinds and their options. Without state, from any thread:
 * lanes, the coordinator, and commands that compute without a broker call it. Knows no run and no
 * topic.
 */
package io.cliquestream.worker.translation;
