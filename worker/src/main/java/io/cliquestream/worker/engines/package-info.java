/**
 * The engine, and the threads that compute on it: lanes, one job each at a time. Owns the engine's
 * life and the device process behind it. Lanes take jobs from the line of {@code jobs.admission}
 * and call the run back; nothing here runs on an event loop but opening and closing, on a worker
 * verticle.
 */
package io.cliquestream.worker.engines;
