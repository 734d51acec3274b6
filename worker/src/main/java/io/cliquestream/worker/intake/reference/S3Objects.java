package io.cliquestream.worker.intake.reference;

import static io.cliquestream.v1.FailureCode.FAILURE_CODE_FILE_UNREADABLE;

import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.failure.WorkerException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** Objects of S3 or of a store that speaks its protocol; the client is made on first use. */
final class S3Objects implements AutoCloseable {
  private final GraphSettings settings;
  private S3Client client;

  S3Objects(GraphSettings settings) {
    this.settings = settings;
  }

  /**
   * The content of {@code s3://BUCKET/KEY}; the caller closes it.
   *
   * @param limit longest time until the content begins
   */
  InputStream open(URI uri, Duration limit) {
    String bucket = uri.getHost();
    if (bucket == null
        || !settings.referenceBuckets().contains(bucket)
        || uri.getPath().length() < 2) {
      throw new WorkerException(
          FAILURE_CODE_FILE_UNREADABLE, uri + " is in none of the buckets this worker may read");
    }
    String key = uri.getPath().substring(1);
    try {
      return client()
          .getObject(
              request ->
                  request
                      .bucket(bucket)
                      .key(key)
                      .overrideConfiguration(c -> c.apiCallTimeout(limit.plusMillis(1))));
    } catch (SdkException e) {
      throw new WorkerException(
          FAILURE_CODE_FILE_UNREADABLE, "cannot read " + uri + ": " + e.getMessage(), e);
    }
  }

  private synchronized S3Client client() {
    if (client == null) {
      var builder =
          S3Client.builder()
              .region(Region.of(settings.s3Region()))
              .httpClientBuilder(
                  UrlConnectionHttpClient.builder()
                      .connectionTimeout(settings.referenceTimeout())
                      .socketTimeout(settings.referenceTimeout()));
      if (!settings.s3Endpoint().isEmpty()) {
        builder.endpointOverride(URI.create(settings.s3Endpoint())).forcePathStyle(true);
      }
      if (!settings.s3AccessKey().isEmpty()) {
        builder.credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(settings.s3AccessKey(), settings.s3SecretKey().text())));
      }
      client = builder.build();
    }
    return client;
  }

  @Override
  public synchronized void close() {
    if (client != null) {
      client.close();
    }
  }
}
