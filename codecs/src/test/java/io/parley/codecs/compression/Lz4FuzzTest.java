package io.parley.codecs.compression;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Tests that any bytes are decompressed, or refused with a code. Saved inputs run as ordinary tests; {@code mvn -Pfuzz
 * -pl codecs -am test -Dtest=Lz4FuzzTest -Dsurefire.failIfNoSpecifiedTests=false -Dfuzz.time=10m} searches for more.
 */
class Lz4FuzzTest {
    @FuzzTest(maxDuration = "30s")
    void anyBytes(byte[] input) {
        AnyForm.isReadOrRefused(new Lz4(), input);
    }
}
