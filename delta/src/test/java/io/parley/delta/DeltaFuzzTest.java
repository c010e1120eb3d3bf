package io.parley.delta;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.delta.Deltas.Counted;
import io.parley.representation.Source;
import java.util.Arrays;

/**
 * Tests that any bytes after a base are a message, or are refused with a code, without a memory leak. Saved inputs run
 * as ordinary tests; {@code mvn -Pfuzz -pl delta -am test -Dtest=DeltaFuzzTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dfuzz.time=10m} searches for more.
 */
class DeltaFuzzTest {
    private static final int MOST = 4_096;

    /** The first half of the input is kept as the request of call 1, the second half is received as a request. */
    @FuzzTest(maxDuration = "30s")
    void anyRequest(byte[] input) {
        Counted memory = new Counted(100_000);
        ServiceBases service = new ServiceBases(MOST, MOST, memory);
        read(service, Deltas.bytes(out -> {
            out.writeByte(0x04);
            out.writeVarint(1);
            out.writeBytes(input, 0, input.length / 2);
        }));
        read(service, Arrays.copyOfRange(input, input.length / 2, input.length));
        service.close();
        if (memory.reserved() != 0) {
            throw new AssertionError(memory.reserved() + " bytes stay reserved");
        }
    }

    private static void read(ServiceBases service, byte[] bytes) {
        IncomingCall call = service.begin();
        try (Source in = Deltas.source(bytes)) {
            byte[] content = call.readRequest(in);
            if (content != null && content.length > MOST) {
                throw new AssertionError(content.length + " bytes");
            }
            Deltas.bytes(out -> call.answer().write(new byte[300], out));
        } catch (ParleyException e) {
            if (e.code() != ErrorCode.MALFORMED_MESSAGE
                    && e.code() != ErrorCode.LIMIT
                    && e.code() != ErrorCode.BUDGET) {
                throw e;
            }
        } finally {
            call.end();
        }
    }
}
