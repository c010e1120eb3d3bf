package io.parley.representation.bnux;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.Events;

/**
 * Tests that any bytes are read, or refused with a code; a document that was read stays the same when it is written and
 * read again, without redundant declarations. Saved inputs run as ordinary tests; {@code mvn -Pfuzz -pl data test
 * -Dtest=BnuxFuzzTest -Dfuzz.time=10m} searches for more.
 */
class BnuxFuzzTest {
    private static final Limits LIMITS = Limits.defaults()
            .with(Limit.ITEMS, 10_000)
            .with(Limit.NAMES, 200)
            .with(Limit.DEPTH, 30)
            .with(Limit.MESSAGE_BYTES, 1 << 20);
    private static final Bnux BNUX = Bnux.forDocuments(0);

    @FuzzTest(maxDuration = "30s")
    void whatIsReadCanBeWrittenAndReadAgain(byte[] input) throws Exception {
        byte[] again;
        try {
            again = written(input);
        } catch (ParleyException e) {
            assertThat(e.code()).isIn(ErrorCode.LIMIT, ErrorCode.MALFORMED_MESSAGE);
            return;
        }
        assertThat(described(again, false)).isEqualTo(described(input, false));
        assertThat(described(written(again), true)).isEqualTo(described(again, true));
    }

    private static byte[] written(byte[] input) throws Exception {
        return Bytes.read(BNUX, input, LIMITS, reader -> Bytes.of(BNUX, writer -> Events.copy(reader, writer)));
    }

    /** Describes the events without empty texts, which a writer omits. */
    private static String described(byte[] input, boolean declarations) throws Exception {
        return Bytes.read(BNUX, input, Limits.defaults(), reader -> Events.describe(reader, declarations))
                .replace("\"\"", "");
    }
}
