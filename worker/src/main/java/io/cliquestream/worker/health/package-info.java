/**
 * Whether the worker lives and is ready, and who may ask. It owns the HTTP port. Only {@code
 * service} calls it; the parts that it shows are snapshots that their owners keep, read on the
 * event loop of the HTTP server. What has to be asked (broker, engine, disk) is asked in the
 * background.
 */
package io.cliquestream.worker.health;
