package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.cli.browser.Browser;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A page that is open while its worker is killed and another takes its place; with a token. */
@Tag("long")
final class ConsoleLostWorkerTest {
  private static final String TOKEN = "a-token-of-this-test";

  @Test
  void aPageSaysThatItsWorkerIsLostAndGoesOnWithTheNext() throws Exception {
    try (Browser browser = Browser.open();
        var broker = EmbeddedBroker.start()) {
      assertThat(
              CommandLineRun.of("topics", "create", "--bootstrap", broker.bootstrapServers())
                  .exitCode())
          .isZero();
      int port = freePort();
      String page = "http://127.0.0.1:" + port + "/console/";
      try (var worker = worker(broker, port, "console-worker");
          var other = worker(broker, 0, "other-worker")) {
        worker.awaitLine("taking jobs");
        other.awaitLine("taking jobs");
        browser.go(page);
        browser.see("dialog", "Sign in");
        browser.type("#token", "wrong");
        browser.click("dialog button", "Sign in");
        browser.see("dialog .problem", "does not know this token");
        browser.picture("sign-in");
        browser.type("#token", TOKEN);
        browser.click("dialog button", "Sign in");
        browser.see(".figure", "Workers ready");
        browser.see(".link-live", "Live");
        browser.go(page + "#/workers");
        browser.see("h2", "other-worker");
        other.kill();
        browser.see("#notices", "Worker other-worker is silent");
        browser.see("h2", "silent");
        browser.go(page);
        browser.see(".figure", "Workers ready");
        worker.kill();
        browser.see("#lost", "This worker has not answered since");
        browser.see(".link-lost", "Lost");
        // What was known stays to be read.
        browser.see(".figure", "Workers ready");
        browser.picture("lost-worker");
      }
      try (var next = worker(broker, port, "console-worker")) {
        next.awaitLine("taking jobs");
        browser.see(".link-live", "Live");
        browser.seeNo("#lost", "This worker");
        browser.click("button", "Sign out");
        browser.see("dialog", "Sign in");
      }
    }
  }

  private static ServeProcess worker(EmbeddedBroker broker, int port, String id) throws Exception {
    return ServeProcess.start(
        Map.of("CLIQUESTREAM_HTTP_TOKEN", TOKEN),
        "--bootstrap",
        broker.bootstrapServers(),
        "--set",
        "http.port=" + port,
        "--set",
        "jobs.instance-id=" + id);
  }

  private static int freePort() throws Exception {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
