/**
 * Nothing to run: this module is the container files, the chart, the alerts and the dashboard
 * beside it, and the tests that hold them together.
 */
package io.cliquestream.deploy;
