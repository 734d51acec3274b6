package io.cliquestream.formats.foreign;

import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.failure.ComputeException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The elements of an XML file as a stream, for those who walk through them. Nothing outside the
 * file is ever read and no entity but the five of XML is known: a document type is refused. Depth
 * is bounded, and so is every tag, comment and section of character data, before the parser sees
 * it.
 */
final class XmlSource implements AutoCloseable {
  private static final List<String> UNUSED_LIMITS =
      List.of(
          "jdk.xml.maxElementDepth",
          "jdk.xml.totalEntitySizeLimit",
          "jdk.xml.maxGeneralEntitySizeLimit",
          "jdk.xml.entityExpansionLimit");

  private final ForeignInput input;
  private final XMLStreamReader reader;
  private int depth;

  XmlSource(ForeignInput input) {
    this.input = input;
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, false);
    // The platform's limits are on entities, of which there are only the five, and on less depth.
    for (String limit : UNUSED_LIMITS) {
      factory.setProperty(limit, 0);
    }
    factory.setXMLResolver(
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("entities outside of the file are not read");
        });
    try {
      reader = factory.createXMLStreamReader(new Guard(input.content()));
    } catch (XMLStreamException e) {
      throw failure(e, 1);
    }
    String characters = reader.getCharacterEncodingScheme();
    if (characters != null
        && !characters
            .toUpperCase(Locale.ROOT)
            .matches("UTF-?8|US-ASCII|ASCII|ISO-8859-\\d+|WINDOWS-125\\d")) {
      throw InputFailures.unknown(
          input.name(),
          "its character set is %s; convert it to UTF-8 first"
              .formatted(InputExcerpt.of(characters)));
    }
  }

  /** Goes to the next start or end of an element; false at the end of the file. */
  boolean next() {
    try {
      while (reader.hasNext()) {
        switch (step()) {
          case XMLStreamConstants.START_ELEMENT -> {
            if (++depth > ForeignInput.DEEPEST) {
              throw invalid("elements lie %d deep, more than are followed".formatted(depth));
            }
            return true;
          }
          case XMLStreamConstants.END_ELEMENT -> {
            depth--;
            return true;
          }
          case XMLStreamConstants.DTD ->
              throw invalid("a document type is declared, which is never read; remove it");
          default -> {}
        }
      }
      return false;
    } catch (XMLStreamException e) {
      throw failure(e, line());
    }
  }

  /** The platform's parser throws other exceptions than its own at some files, too. */
  private int step() throws XMLStreamException {
    try {
      return reader.next();
    } catch (ComputeException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new XMLStreamException("it cannot be parsed", e);
    }
  }

  /** Whether the reader stands at a start of an element. */
  boolean isStart() {
    return reader.isStartElement();
  }

  /** The element's name without its namespace. */
  String element() {
    return reader.getLocalName();
  }

  /** An attribute's value, or null. */
  String attribute(String name) {
    return reader.getAttributeValue(null, name);
  }

  /** An attribute that must be there. */
  String required(String name) {
    String value = attribute(name);
    if (value == null) {
      throw invalid("the element has no attribute '" + name + "'");
    }
    return value;
  }

  /** The text up to the element's end, which is behind the reader then; no element may be in it. */
  String text(int longest) {
    StringBuilder text = new StringBuilder();
    try {
      while (step() != XMLStreamConstants.END_ELEMENT) {
        if (reader.isStartElement()) {
          throw invalid("an element stands where text is expected");
        }
        if (reader.hasText()) {
          text.append(reader.getText());
        }
        if (text.length() > longest) {
          throw invalid("a text is longer than the %d characters that are read".formatted(longest));
        }
      }
    } catch (XMLStreamException e) {
      throw failure(e, line());
    }
    depth--;
    return text.toString().strip();
  }

  /** The line the reader stands in, from 1. */
  long line() {
    return reader.getLocation().getLineNumber();
  }

  ComputeException invalid(String detail) {
    String shown = reader.hasName() ? (isStart() ? "<" : "</") + reader.getLocalName() + ">" : "";
    return InputFailures.line(input.name(), line(), InputExcerpt.of(shown), detail);
  }

  private ComputeException failure(XMLStreamException cause, long line) {
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (at instanceof ComputeException known) {
        return known;
      }
      if (at instanceof GuardException tooLong) {
        return InputFailures.line(input.name(), line, "", tooLong.getMessage());
      }
      if (at instanceof IOException e) {
        return input.content().failure(e);
      }
    }
    String message = String.valueOf(cause.getMessage()).replaceAll("\\s+", " ");
    String detail =
        message.substring(message.indexOf("Message: ") < 0 ? 0 : message.indexOf("Message: ") + 9);
    if (detail.contains("must start and end within the same entity")) {
      return InputFailures.truncated(input.name(), "an element is not closed");
    }
    long known = cause.getLocation() == null ? line : cause.getLocation().getLineNumber();
    return InputFailures.line(
        input.name(), Math.max(1, known), "", "it is no XML: " + InputExcerpt.of(detail));
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (XMLStreamException e) {
      throw failure(e, line());
    }
  }

  private static final class GuardException extends IOException {
    private static final long serialVersionUID = 1L;

    GuardException(String message) {
      super(message);
    }
  }

  /**
   * Counts the bytes since the last end of a tag or, inside of a comment or of character data,
   * since its start: the parser gathers those whole.
   */
  private static final class Guard extends FilterInputStream {
    private static final byte[] COMMENT = {'<', '!', '-', '-'};
    private static final byte[] DATA = {'<', '!', '[', 'C', 'D', 'A', 'T', 'A', '['};

    private int length;
    private int comment;
    private int data;

    /** The byte that comes twice before the end of what is gathered; 0 outside. */
    private int closing;

    private int closed;

    Guard(InputStream in) {
      super(in);
    }

    @Override
    public boolean markSupported() {
      return false;
    }

    @Override
    public int read() throws IOException {
      byte[] single = new byte[1];
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int wanted) throws IOException {
      int taken = super.read(buffer, offset, wanted);
      for (int at = offset; at < offset + taken; at++) {
        look(buffer[at]);
      }
      return taken;
    }

    private void look(byte value) throws IOException {
      if (++length > ForeignInput.LONGEST_TEXT) {
        throw new GuardException(
            "a tag, comment or text is longer than the %d bytes that are read"
                .formatted(ForeignInput.LONGEST_TEXT));
      }
      if (closing != 0) {
        if (value == '>' && closed >= 2) {
          closing = 0;
          length = 0;
        }
        closed = value == closing ? closed + 1 : 0;
        return;
      }
      comment = matched(COMMENT, comment, value);
      data = matched(DATA, data, value);
      if (comment == COMMENT.length || data == DATA.length) {
        closing = comment == COMMENT.length ? '-' : ']';
        closed = 0;
        comment = 0;
        data = 0;
      } else if (value == '>') {
        length = 0;
      }
    }

    private static int matched(byte[] start, int known, byte value) {
      if (value == start[known]) {
        return known + 1;
      }
      return value == start[0] ? 1 : 0;
    }
  }
}
