package io.cliquestream.cli.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Avro events, written by Avro itself, as trees. */
final class AvroEventsTest {
  static final Schema PAYMENT =
      new Schema.Parser()
          .parse(
              """
              {"type":"record","name":"Payment","fields":[
                {"name":"payer","type":{"type":"record","name":"Party","fields":[
                  {"name":"id","type":["null","string"]}]}},
                {"name":"payee","type":"string"},
                {"name":"op","type":{"type":"enum","name":"Op","symbols":["insert","delete"]}},
                {"name":"at","type":{"type":"long","logicalType":"timestamp-millis"}}]}
              """);

  @TempDir private Path folder;

  /** As Confluent's serializer writes it. */
  static byte[] payment(int id, String payer, String payee, String operation, long at) {
    var party = new GenericRecordBuilder(PAYMENT.getField("payer").schema()).set("id", payer);
    return framed(
        id,
        bytes(
            PAYMENT,
            new GenericRecordBuilder(PAYMENT)
                .set("payer", party.build())
                .set("payee", payee)
                .set("op", new GenericData.EnumSymbol(PAYMENT.getField("op").schema(), operation))
                .set("at", at)
                .build()));
  }

  private static byte[] framed(int id, byte[] body) {
    return ByteBuffer.allocate(5 + body.length).put((byte) 0).putInt(id).put(body).array();
  }

  private static byte[] bytes(Schema schema, Object value) {
    var out = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    try {
      new GenericDatumWriter<>(schema).write(value, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  @Test
  void anEventOfItsSchemaIsTheTreeThatJsonWouldBe() {
    AvroEvents events = AvroEvents.of(id -> id == 7 ? PAYMENT : null);
    assertThat(events.apply(payment(7, "Zoë", "b c", "delete", 1_500)).toString())
        .isEqualTo("{\"payer\":{\"id\":\"Zoë\"},\"payee\":\"b c\",\"op\":\"delete\",\"at\":1500}");
    assertThat(events.apply(payment(7, null, "b", "insert", 0)).at("/payer/id").isNull()).isTrue();
  }

  @Test
  void everyTypeHasItsPlaceInATree() throws Exception {
    Schema all =
        SchemaBuilder.record("All")
            .fields()
            .requiredInt("i")
            .requiredDouble("d")
            .requiredFloat("f")
            .requiredBoolean("b")
            .requiredBytes("raw")
            .name("many")
            .type(Schema.createArray(Schema.create(Schema.Type.LONG)))
            .noDefault()
            .name("named")
            .type(Schema.createMap(Schema.create(Schema.Type.STRING)))
            .noDefault()
            .endRecord();
    Path file = Files.writeString(folder.resolve("all.avsc"), all.toString());
    var value =
        new GenericRecordBuilder(all)
            .set("i", 3)
            .set("d", 0.5)
            .set("f", 0.25f)
            .set("b", true)
            .set("raw", ByteBuffer.wrap(new byte[] {1}))
            .set("many", List.of(1L, 2L))
            .set("named", Map.of("x", "y"))
            .build();
    assertThat(AvroEvents.of(file).apply(bytes(all, value)).toString())
        .isEqualTo(
            "{\"i\":3,\"d\":0.5,\"f\":0.25,\"b\":true,\"raw\":\"AQ==\",\"many\":[1,2],"
                + "\"named\":{\"x\":\"y\"}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "\u0000", "\u0000\u0000\u0000\u0000"})
  void whatHasNoSchemaInFrontIsUndecodable(String value) {
    AvroEvents events = AvroEvents.of(_ -> PAYMENT);
    assertUndecodable(events, value.getBytes(UTF_8), "zero and the id of a schema");
  }

  @Test
  void cutLengthenedAndAnnouncedBytesAreUndecodable() {
    AvroEvents events = AvroEvents.of(_ -> PAYMENT);
    byte[] good = payment(1, "a", "b", "insert", 5);
    for (int length = 5; length < good.length; length++) {
      assertUndecodable(events, Arrays.copyOf(good, length), "not Avro");
    }
    assertUndecodable(events, Arrays.copyOf(good, good.length + 1), "goes on behind its end");
    // A name that announces two thirds of a gibibyte.
    assertUndecodable(events, framed(1, new byte[] {2, -2, -1, -1, -1, 7, 'a'}), "not Avro");
    Schema nothings = Schema.createArray(Schema.create(Schema.Type.NULL));
    // An array that announces a thousand million items of no bytes.
    assertUndecodable(
        AvroEvents.of(_ -> nothings),
        framed(1, new byte[] {-128, -88, -42, -71, 7, 0}),
        "not Avro");
  }

  @Test
  void aSchemaThatHoldsItselfEndsBeforeTheStackDoes() {
    Schema chain =
        new Schema.Parser()
            .parse(
                "{\"type\":\"record\",\"name\":\"C\",\"fields\":[{\"name\":\"n\",\"type\":[\"null\",\"C\"]}]}");
    byte[] deep = new byte[1 << 20];
    Arrays.fill(deep, (byte) 2);
    assertUndecodable(AvroEvents.of(_ -> chain), framed(1, deep), "not Avro");
  }

  @Test
  void aFileThatIsNoSchemaIsRefused() throws Exception {
    Path file = Files.writeString(folder.resolve("x.avsc"), "{\"type\":\"recor\"}");
    assertThatThrownBy(() -> AvroEvents.of(file))
        .isInstanceOfSatisfying(
            WorkerException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_OPTION_INVALID))
        .hasMessageContaining("is no Avro schema");
    assertThatThrownBy(() -> AvroEvents.of(folder.resolve("none.avsc")))
        .hasMessageContaining("cannot read");
  }

  private static void assertUndecodable(AvroEvents events, byte[] value, String why) {
    assertThatThrownBy(() -> events.apply(value))
        .isInstanceOfSatisfying(
            WorkerException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_RECORD_UNDECODABLE))
        .hasMessageContaining(why);
  }
}
