/**
 * The worker as a whole: the one place that makes the parts, joins them, and closes them in order.
 * Called by whoever starts a worker, from any thread but an event loop; knows everything below it,
 * and nothing below knows it.
 */
package io.cliquestream.worker.service;
