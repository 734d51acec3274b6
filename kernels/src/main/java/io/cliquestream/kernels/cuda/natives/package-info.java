/**
 * Finds and loads what the build compiled for CUDA: our C library, the probe as a fatbin, and
 * JCuda's driver binding.
 *
 * <p>A library is code, so the one rule is: nothing is loaded that another user could have written.
 * JCuda's own loader unpacks to a fixed name in the temporary folder and takes whatever lies there;
 * it is never left to do so. Here a library comes either straight from a folder of the installation
 * ({@link io.cliquestream.kernels.cuda.natives.CudaNatives#FOLDER_PROPERTY}), or from the jar
 * through a folder that only this user can enter, made under a fresh random name, and removed as
 * soon as the library is mapped. Both ways compare SHA-256 with the build's own record.
 */
package io.cliquestream.kernels.cuda.natives;
