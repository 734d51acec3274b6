package io.cliquestream.kernels.cuda.kclique;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ResiduesTest {
  @Test
  void theFirstPrimesAreThoseOfTheLibrarysHeader() {
    Residues residues = new Residues(BigInteger.ONE.shiftLeft(200));

    assertThat(residues.count()).isEqualTo(4);
    assertThat(residues.runs()).isEqualTo(2);
    long top = 1L << 61;
    long[] found = {
      residues.prime(0), residues.prime(1), residues.prime(2), residues.prime(3),
    };
    assertThat(found).containsExactly(top - 1, top - 31, top - 45, top - 229);
  }

  @Test
  void oneRunDoesUpTo122BitsAndNotBeyond() {
    assertThat(new Residues(BigInteger.ZERO).runs()).isEqualTo(1);
    assertThat(new Residues(BigInteger.ONE.shiftLeft(121)).runs()).isEqualTo(1);
    assertThat(new Residues(BigInteger.ONE.shiftLeft(122)).runs()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 60, 61, 62, 121, 122, 300, 1000})
  void everyNumberUpToTheBoundComesBack(int bits) {
    Random random = new Random(bits);
    BigInteger bound = BigInteger.ONE.shiftLeft(bits);
    Residues residues = new Residues(bound);
    for (int i = 0; i < 200; i++) {
      BigInteger number = i == 0 ? bound : new BigInteger(bits, random);
      long[] of = new long[residues.count()];
      for (int p = 0; p < of.length; p++) {
        of[p] = number.mod(BigInteger.valueOf(residues.prime(p))).longValueExact();
      }
      assertThat(residues.number(of)).as("seed %d", bits).isEqualTo(number);
    }
  }
}
