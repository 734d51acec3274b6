package io.cliquestream.cli.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.formats.names.IdKind;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JSON events of others as edge events, and why some are none. */
final class EventMappingTest {
  private static EventMapping mapping(IdKind ids) {
    return new EventMapping(
        EventMapping.field("from.id"),
        EventMapping.field("/to"),
        ids,
        EventMapping.field("graph"),
        null,
        EventMapping.field("op"),
        Set.of("c"),
        Set.of("d"),
        EventMapping.field("at"),
        ChronoUnit.MILLIS);
  }

  private static MappedEvent map(IdKind ids, String json) {
    return mapping(ids).map(EventMapping.parse(json.replace('\'', '"').getBytes(UTF_8)), 5);
  }

  @Test
  void fieldsOfFieldsOperationTimeAndGraph() {
    MappedEvent event =
        map(IdKind.AUTO, "{'from':{'id':'Zoë'},'to':'b c','graph':'g','op':'d','at':1.5,'x':[]}");
    assertThat(event.graphId()).isEqualTo("g");
    assertThat(event.deletion()).isTrue();
    assertThat(event.source().name().toStringUtf8()).isEqualTo("Zoë");
    assertThat(event.target().name().toStringUtf8()).isEqualTo("b c");
    assertThat(event.micros()).isEqualTo(1_500);
  }

  @Test
  void wholeNumbersAreIdsUnlessTheyAreSaidToBeNames() {
    String json =
        "{'from':{'id':18446744073709551615},'to':7,'graph':3,'op':'c','at':'1970-01-01T00:00:01+00:00'}";
    MappedEvent ids = map(IdKind.AUTO, json);
    assertThat(ids.source().id()).isEqualTo(-1L);
    assertThat(ids.target().name()).isNull();
    assertThat(ids.graphId()).isEqualTo("3");
    assertThat(ids.micros()).isEqualTo(1_000_000);
    assertThat(map(IdKind.NAMES, json).target().name().toStringUtf8()).isEqualTo("7");
  }

  @Test
  void withoutAFieldOfTimeItIsTheRecords() {
    var plain =
        new EventMapping(
            EventMapping.field("a"),
            EventMapping.field("b"),
            IdKind.NUMBERS,
            null,
            "g",
            null,
            Set.of(),
            Set.of(),
            null,
            ChronoUnit.MILLIS);
    MappedEvent event = plain.map(EventMapping.parse("{\"a\":\"12\",\"b\":3}".getBytes(UTF_8)), 7);
    assertThat(event.micros()).isEqualTo(7_000);
    assertThat(event.source().id()).isEqualTo(12);
    assertThat(event.deletion()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "no JSON                                                  | RECORD_UNDECODABLE",
        "{'from':{'id':1},'to':2,'graph':'g','op':'c','at':1} {}  | RECORD_UNDECODABLE",
        "{'to':1,'to':2}                                          | RECORD_UNDECODABLE",
        "[]                                                       | RECORD_INCOMPLETE",
        "{'from':{'id':1},'graph':'g','op':'c','at':1}            | RECORD_INCOMPLETE",
        "{'from':{'id':null},'to':2,'graph':'g','op':'c','at':1}  | RECORD_INCOMPLETE",
        "{'from':{'id':1},'to':2,'graph':'g','op':'c'}            | RECORD_INCOMPLETE",
        "{'from':{'id':1},'to':2,'graph':'a b','op':'c','at':1}   | GRAPH_ID_INVALID",
        "{'from':{'id':1},'to':2,'graph':'g','op':'x','at':1}     | CHANGE_INVALID",
        "{'from':{'id':-1},'to':2,'graph':'g','op':'c','at':1}    | CHANGE_INVALID",
        "{'from':{'id':1.5},'to':2,'graph':'g','op':'c','at':1}   | CHANGE_INVALID",
        "{'from':{'id':''},'to':'b','graph':'g','op':'c','at':1}  | CHANGE_INVALID",
        "{'from':{'id':[]},'to':2,'graph':'g','op':'c','at':1}    | CHANGE_INVALID",
        "{'from':{'id':1},'to':'b','graph':'g','op':'c','at':1}   | CHANGE_INVALID",
        "{'from':{'id':18446744073709551616},'to':2,'graph':'g','op':'c','at':1} | CHANGE_INVALID",
        "{'from':{'id':1},'to':2,'graph':'g','op':'c','at':'noon'} | CHANGE_INVALID",
        "{'from':{'id':1},'to':2,'graph':'g','op':'c','at':1e300} | CHANGE_INVALID",
      })
  void whatIsNoneSaysWhy(String json, String code) {
    assertThatThrownBy(() -> map(IdKind.AUTO, json))
        .isInstanceOfSatisfying(
            WorkerException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.valueOf("FAILURE_CODE_" + code)))
        .message()
        .isNotBlank();
  }
}
