package io.cliquestream.kernels.cuda.kclique;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers out of their residues modulo the largest primes below 2^61, by Garner's mixed radix
 * (Knuth, The Art of Computer Programming 2, section 4.3.2). Exact for numbers below the product of
 * the primes.
 */
final class Residues {
  /** Residues that one run on the device gives. */
  static final int A_RUN = 2;

  private static final int PRIME_BITS = 61;
  private static final int CERTAINTY = 100;

  private final long[] primes;

  /** Entry i: the inverse of primes 0 to i - 1 modulo prime i. */
  private final BigInteger[] inverses;

  private final BigInteger[] products;

  /**
   * As many primes as a bound asks for, a whole number of runs.
   *
   * @param bound no number is larger
   */
  Residues(BigInteger bound) {
    List<BigInteger> found = new ArrayList<>();
    BigInteger product = BigInteger.ONE;
    BigInteger candidate = BigInteger.ONE.shiftLeft(PRIME_BITS).subtract(BigInteger.ONE);
    while (found.isEmpty() || product.compareTo(bound) <= 0 || found.size() % A_RUN != 0) {
      if (candidate.isProbablePrime(CERTAINTY)) {
        found.add(candidate);
        product = product.multiply(candidate);
      }
      candidate = candidate.subtract(BigInteger.TWO);
    }
    primes = found.stream().mapToLong(BigInteger::longValueExact).toArray();
    inverses = new BigInteger[primes.length];
    products = new BigInteger[primes.length];
    product = BigInteger.ONE;
    for (int i = 0; i < primes.length; i++) {
      products[i] = product;
      inverses[i] = i == 0 ? BigInteger.ONE : product.modInverse(found.get(i));
      product = product.multiply(found.get(i));
    }
  }

  /** Primes. */
  int count() {
    return primes.length;
  }

  /** Runs on the device. */
  int runs() {
    return primes.length / A_RUN;
  }

  /** A prime. */
  long prime(int index) {
    return primes[index];
  }

  /** The number with these residues, one for each prime. */
  BigInteger number(long[] residues) {
    BigInteger number = BigInteger.valueOf(residues[0]);
    for (int i = 1; i < primes.length; i++) {
      BigInteger prime = BigInteger.valueOf(primes[i]);
      BigInteger digit =
          BigInteger.valueOf(residues[i]).subtract(number).multiply(inverses[i]).mod(prime);
      number = number.add(digit.multiply(products[i]));
    }
    return number;
  }
}
