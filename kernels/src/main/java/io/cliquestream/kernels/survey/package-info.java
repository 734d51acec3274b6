/**
 * What can be said of a graph without a job: degrees, components, cores, trusses; how two graphs
 * differ; and what a job would cost. Part of the library's API. Everything here can be stopped.
 */
package io.cliquestream.kernels.survey;
