package io.cliquestream.worker.intake.reference;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpServer;
import io.cliquestream.contract.Checksums;
import io.cliquestream.v1.GraphFileFormat;
import io.cliquestream.v1.SnapshotReference;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A store of objects in this process, the settings that lead to it, and references to it. */
public final class ReferencedObject {
  private ReferencedObject() {}

  /** A server on a free port; not started. */
  public static HttpServer server() throws IOException {
    return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  /** Names and values of settings, in turn. */
  public static String[] settings(HttpServer server) {
    return new String[] {
      "graphs.s3-endpoint",
      "http://localhost:" + server.getAddress().getPort(),
      "graphs.s3-access-key",
      "key",
      "graphs.s3-secret-key",
      "secret",
      "graphs.reference-buckets",
      "graphs"
    };
  }

  /** What refers to a content. */
  public static SnapshotReference.Builder reference(
      String graphId, long version, String uri, byte[] content) {
    return SnapshotReference.newBuilder()
        .setGraphId(graphId)
        .setVersion(version)
        .setUri(uri)
        .setObjectBytes(content.length)
        .setSha256(ByteString.copyFrom(Checksums.sha256().digest(content)))
        .setFormat(GraphFileFormat.GRAPH_FILE_FORMAT_SNAP);
  }
}
