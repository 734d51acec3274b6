/** Graph files of other tools: XML, JSON, nested lists, lines of neighbours, packed bits. */
package io.cliquestream.formats.foreign;
