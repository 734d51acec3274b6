/** Text as it comes: bytes cut into lines and records, and how failures quote them. */
package io.cliquestream.formats.text;
