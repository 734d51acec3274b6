/**
 * Cancel requests: a watched thread reads every control record on every worker; what cannot be used
 * becomes one dead letter, written by the owner of one partition of the jobs.
 */
package io.cliquestream.worker.jobs.control;
