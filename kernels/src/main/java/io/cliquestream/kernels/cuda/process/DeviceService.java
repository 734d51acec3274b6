package io.cliquestream.kernels.cuda.process;

/**
 * What runs in the device's process. It has a public constructor without parameters. Calls come on
 * threads of their own, several at a time.
 */
public interface DeviceService extends AutoCloseable {
  /**
   * Takes the device; called once, before any call.
   *
   * @param arguments as given to the supervisor
   */
  void open(String... arguments);

  /**
   * Answers a request. What it throws is the caller's failure; a {@link
   * io.cliquestream.kernels.cuda.driver.DeviceFaultException} ends the process once every call has
   * ended.
   */
  byte[] call(ServiceCall call, byte[] request);

  /** Gives the device back. */
  @Override
  void close();
}
