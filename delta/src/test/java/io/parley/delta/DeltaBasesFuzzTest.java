package io.parley.delta;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.delta.Deltas.Counted;
import io.parley.representation.Source;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;

/**
 * Tests many calls of a session with an arbitrary peer: the stored bases never exceed the agreed size, an expanded
 * difference never exceeds the limit, and all memory is released at the end of the session. Each message of an input is
 * a byte for its length, and one for the call that it belongs to.
 */
class DeltaBasesFuzzTest {
    private static final int MOST = 1_024;
    private static final int MOST_KEPT = 4_096;
    private static final int MOST_RESERVED = 16_384;
    private static final int MOST_UNDER_WAY = 8;
    private static final Set<ErrorCode> REFUSALS =
            EnumSet.of(ErrorCode.MALFORMED_MESSAGE, ErrorCode.LIMIT, ErrorCode.BUDGET);

    /** Requests that keep, drop and refer to bases, answered in any order. */
    @FuzzTest(maxDuration = "30s")
    void aServiceKeepsNoMoreThanAgreed(byte[] input) {
        Counted memory = new Counted(MOST_RESERVED);
        ServiceBases service = new ServiceBases(MOST_KEPT, MOST, memory);
        Deque<IncomingCall> underWay = new ArrayDeque<>();
        ByteBuffer in = ByteBuffer.wrap(input);
        while (in.remaining() > 1) {
            int what = in.get();
            IncomingCall call = service.begin();
            if (isRead(call::readRequest, message(in))) {
                underWay.add(call);
            } else {
                call.end();
            }
            if (what < 0 || underWay.size() > MOST_UNDER_WAY) {
                IncomingCall done = (what & 1) == 0 ? underWay.poll() : underWay.pollLast();
                if (done != null) {
                    Deltas.bytes(out -> done.answer().write(new byte[what & 0x7F], out));
                    done.end();
                }
            }
            check(memory);
        }
        underWay.forEach(IncomingCall::end);
        service.close();
        checkReleased(memory);
    }

    /** Responses with acknowledgements or differences that were not requested. */
    @FuzzTest(maxDuration = "30s")
    void aCallerBelievesNoAnswer(byte[] input) {
        Counted memory = new Counted(MOST_RESERVED);
        CallerBases caller = new CallerBases(MOST_KEPT, MOST, memory);
        Deque<OutgoingCall> underWay = new ArrayDeque<>();
        ByteBuffer in = ByteBuffer.wrap(input);
        while (in.remaining() > 1) {
            int what = in.get();
            OutgoingCall call = caller.begin((what & 1) == 0 ? "a" : "b");
            Deltas.bytes(out -> call.write(new byte[100 + (what & 0x7F)], out));
            underWay.add(call);
            if (what < 0 || underWay.size() > MOST_UNDER_WAY) {
                OutgoingCall answered = (what & 2) == 0 ? underWay.remove() : underWay.removeLast();
                isRead(answered::readAnswer, message(in));
                answered.end();
            }
            check(memory);
        }
        underWay.forEach(OutgoingCall::end);
        caller.close();
        checkReleased(memory);
    }

    private interface Reading {
        byte[] read(Source in);
    }

    private static byte[] message(ByteBuffer in) {
        byte[] message = new byte[Math.min(in.get() & 0xFF, in.remaining())];
        in.get(message);
        return message;
    }

    private static boolean isRead(Reading reading, byte[] message) {
        try (Source in = Deltas.source(message)) {
            byte[] content = reading.read(in);
            if (content != null && content.length > MOST) {
                throw new AssertionError(content.length + " bytes");
            }
            return true;
        } catch (ParleyException e) {
            if (!REFUSALS.contains(e.code())) {
                throw e;
            }
            return false;
        }
    }

    private static void check(Counted memory) {
        if (memory.reserved() > MOST_RESERVED) {
            throw new AssertionError(memory.reserved() + " bytes are reserved");
        }
    }

    private static void checkReleased(Counted memory) {
        if (memory.reserved() != 0) {
            throw new AssertionError(memory.reserved() + " bytes stay reserved");
        }
    }
}
