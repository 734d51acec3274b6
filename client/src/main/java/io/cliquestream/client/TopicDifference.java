package io.cliquestream.client;

/**
 * Something in which a topic is not as a plan says.
 *
 * @param topic the topic
 * @param property {@code partitions}, {@code replicas}, or Kafka's name of a setting
 * @param there what it is
 * @param asked what it was to be
 */
public record TopicDifference(String topic, String property, String there, String asked) {
  /** {@return whether it is about numbers of something, which come before the word} */
  public boolean isCount() {
    return property.equals("partitions") || property.equals("replicas");
  }

  /**
   * {@return the difference in words: {@code 2 partitions, not 12}, or {@code retention.ms 1000,
   * not 2000}}
   */
  public String text() {
    return (isCount() ? there + " " + property : property + " " + there) + ", not " + asked;
  }
}
