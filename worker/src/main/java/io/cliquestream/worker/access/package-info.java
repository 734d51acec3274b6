/**
 * Who asks over HTTP and what they may do: principals, their roles and tenants, and the file that
 * lists them. Read once at the start, immutable then, from any thread. {@code health} opens the
 * port with it, {@code api} asks it before everything it shows or does.
 */
package io.cliquestream.worker.access;
