/**
 * How a job is stopped, how far it is, and how many threads work on it. Part of the library's API.
 *
 * <p>A {@link io.cliquestream.kernels.control.JobControl} belongs to the job's caller; any thread
 * may cancel it or read its progress, the threads that compute report to it.
 */
package io.cliquestream.kernels.control;
