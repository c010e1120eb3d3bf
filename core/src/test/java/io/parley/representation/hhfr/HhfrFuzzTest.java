package io.parley.representation.hhfr;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.RecordBinding;

/**
 * Any bytes are a record, or are refused with a code; a record that came of them means the same written again. Saved
 * inputs run as ordinary tests; {@code mvn -Pfuzz -pl core test -Dtest=HhfrFuzzTest -Dfuzz.time=10m} searches for more.
 */
class HhfrFuzzTest {
    private static final RecordBinding BINDING = RecordRoundTripTest.BINDING;

    @FuzzTest(maxDuration = "30s")
    void whatIsReadCanBeWrittenAndReadAgain(byte[] input) throws Exception {
        Object first;
        try {
            first = Messages.decode(BINDING, input);
        } catch (ParleyException e) {
            if (e.code() != ErrorCode.LIMIT
                    && e.code() != ErrorCode.MALFORMED_MESSAGE
                    && e.code() != ErrorCode.SCHEMA_VIOLATION) {
                throw e;
            }
            return;
        }
        Object second = Messages.decode(BINDING, Messages.encode(BINDING, first));
        if (!second.equals(first)) {
            throw new AssertionError("written again it is another record");
        }
    }
}
