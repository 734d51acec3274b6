/** Where bytes come from: files, standard input, URLs; plain or packed, always counted. */
package io.cliquestream.formats.source;
