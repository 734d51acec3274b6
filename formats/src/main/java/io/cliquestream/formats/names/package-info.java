/** Names of vertices, off the heap. */
package io.cliquestream.formats.names;
