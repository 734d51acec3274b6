/**
 * The console's page: its files as they lie in this module's resources, to anybody who may reach
 * the port. They hold no data; what the page shows it asks of the API, with its reader's
 * credential. Only {@code health}, which owns the HTTP port, calls it, on that server's event loop.
 */
package io.cliquestream.worker.console;
