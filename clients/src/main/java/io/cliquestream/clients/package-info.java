/**
 * Nothing: the module holds clients in other languages, and tests of what programs of others use.
 */
package io.cliquestream.clients;
