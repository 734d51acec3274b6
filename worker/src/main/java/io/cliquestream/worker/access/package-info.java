/**
 * Who asks over HTTP and what they may do: principals, their roles and tenants, and the file that
 * lists them. Read once at the start, immutable then, from any thread. {@code health} opens the
 * port with it, {@code api} asks it before everything it shows or does. {@code RecordPrincipals}
 * says the same of records: who signed a cancel or a tombstone, for {@code jobs.control} and {@code
 * intake}.
 */
package io.cliquestream.worker.access;
