/**
 * The job service as a whole: starts without a broker, puts the rooms together in the order in
 * which they know each other, passes events on, tells how it is, drains and ends. The worker's
 * service calls it; nobody in the other rooms does.
 */
package io.cliquestream.worker.jobs.service;
