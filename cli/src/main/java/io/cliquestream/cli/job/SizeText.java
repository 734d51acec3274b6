package io.cliquestream.cli.job;

import io.cliquestream.worker.config.ByteSize;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads sizes such as 512MiB. */
public final class SizeText implements ITypeConverter<ByteSize> {
  @Override
  public ByteSize convert(String text) {
    try {
      return ByteSize.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
