/** What one tenant may have; knows settings and failures alone. */
package io.cliquestream.worker.quota;
