/**
 * A job on several devices. One device begins it; when it turns out to take long, the others take
 * pieces of it from a queue that lies in memory which all engine processes map, so that taking one
 * costs an atomic addition and no message. What a piece is, is the algorithm's business: roots,
 * rows of the largest roots, intervals of arcs.
 *
 * <p>Devices that map no memory together share a job by classes of pieces that are given out
 * before: {@link io.cliquestream.kernels.cuda.share.OfferShare} begins it, {@link
 * io.cliquestream.kernels.cuda.share.ClassShare} is what each does of the rest.
 *
 * <p>Below the algorithms; knows neither graphs nor jobs. A {@link
 * io.cliquestream.kernels.cuda.share.Share} belongs to the thread of one lane.
 */
package io.cliquestream.kernels.cuda.share;
