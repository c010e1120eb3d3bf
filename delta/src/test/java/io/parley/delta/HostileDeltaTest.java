package io.parley.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.delta.Deltas.Counted;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests heads and differences that no correct peer sends. */
class HostileDeltaTest {
    private static final int MOST = 10_000;

    private final Counted memory = new Counted(1_000_000);
    private final ServiceBases service = new ServiceBases(100_000, MOST, memory);
    private final CallerBases caller = new CallerBases(100_000, MOST, memory);

    @Test
    void aBaseThatWasNeverKeptIsMalformed() {
        refused(
                ErrorCode.MALFORMED_MESSAGE,
                () -> request(out -> {
                    new CallHead(true, false, false, false, 7, 0, List.of()).write(out);
                    out.writeVarint(5);
                }));
    }

    @Test
    void aCopyBeyondTheBaseIsMalformed() {
        keep(7, 1_000);
        for (long away : new long[] {1, 1_000, -1, Long.MAX_VALUE, Long.MIN_VALUE, Integer.MAX_VALUE}) {
            refused(
                    ErrorCode.MALFORMED_MESSAGE,
                    () -> difference(1_000, out -> {
                        out.writeVarint(2_000);
                        out.writeZigZag(away);
                    }));
        }
        refused(
                ErrorCode.MALFORMED_MESSAGE,
                () -> difference(5_000, out -> {
                    out.writeVarint(2 * 1_001);
                    out.writeZigZag(0);
                }));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 202, 203, -1, -2, Long.MAX_VALUE})
    void anEmptyRunOrOneBeyondTheLengthIsMalformed(long run) {
        keep(7, 1_000);
        refused(
                ErrorCode.MALFORMED_MESSAGE,
                () -> difference(100, out -> {
                    out.writeVarint(run);
                    out.writeVarint(0);
                }));
    }

    @Test
    void anExpansionBombMeetsTheLimitBeforeAnythingIsAllocated() {
        keep(7, 1_000);
        long before = memory.reserved();
        for (long length : new long[] {MOST + 1, 1L << 40, -1}) {
            refused(ErrorCode.LIMIT, () -> difference(length, out -> out.writeVarint(2)));
        }
        assertThat(memory.reserved()).isEqualTo(before);
    }

    @Test
    void manyExpansionsAtATimeMeetTheBudget() {
        ServiceBases poor = new ServiceBases(100_000, MOST, new Counted(MOST));
        keep(poor, 7, 1_000);
        refused(ErrorCode.BUDGET, () -> read(poor, differing(MOST, out -> {})));
    }

    @Test
    void anotherChecksumIsMalformed() {
        keep(7, 1_000);
        refused(
                ErrorCode.MALFORMED_MESSAGE,
                () -> difference(1_000, out -> {
                    out.writeVarint(2_000);
                    out.writeVarint(0);
                }));
    }

    @Test
    void bytesBehindTheLastRunAreMalformed() {
        keep(7, 1_000);
        byte[] base = new byte[1_000];
        refused(
                ErrorCode.MALFORMED_MESSAGE,
                () -> request(out -> {
                    head(out);
                    Form.writeDifference(base, Difference.of(new Base(base), base, 1_000, 100), out);
                    out.writeByte(1);
                }));
    }

    @Test
    void aMessageToBeKeptThatIsTooLongMeetsTheLimit() {
        refused(
                ErrorCode.LIMIT,
                () -> request(out -> {
                    new CallHead(false, false, true, false, 0, 1, List.of()).write(out);
                    out.writeBytes(new byte[MOST + 1], 0, MOST + 1);
                }));
    }

    @Test
    void unknownFlagsAreMalformed() {
        for (int flags : new int[] {0x20, 0x40, 0x80, 0xFF}) {
            refused(ErrorCode.MALFORMED_MESSAGE, () -> request(out -> out.writeByte(flags)));
            refused(ErrorCode.MALFORMED_MESSAGE, () -> answer(out -> out.writeByte(flags)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0x01, 0x02, 0x04})
    void anAnswerThatSaysWhatItsRequestDidNotAllowIsMalformed(int flags) {
        refused(ErrorCode.MALFORMED_MESSAGE, () -> answer(out -> out.writeByte(flags)));
    }

    @Test
    void aNumberThatIsKeptAlreadyIsNotKeptAgain() {
        keep(7, 1_000);
        keep(7, 2_000);
        assertThat(service.keptBytes()).isEqualTo(1_000);
    }

    @Test
    void aPeerCannotHaveMoreKeptThanWasAgreed() {
        for (int number = 1; number < 1_000; number++) {
            keep(number, 9_000);
        }
        assertThat(service.keptBytes()).isLessThanOrEqualTo(100_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void flippedBytesGiveTheMessageOrACodedErrorAndKeepNoMemory(long seed) {
        Random random = new Random(seed);
        byte[] base = Deltas.random(random, 1_000);
        keep(7, base);
        long before = memory.reserved();
        byte[] message = Deltas.mutated(base, random);
        byte[] runs = Difference.of(new Base(base), message, message.length, MOST);
        byte[] whole = Deltas.bytes(out -> {
            head(out);
            Form.writeDifference(message, runs, out);
        });
        for (int i = 0; i < 5_000; i++) {
            byte[] changed = whole.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                read(service, changed);
            } catch (ParleyException e) {
                assertThat(e.code()).as("seed %d", seed).isIn(ErrorCode.MALFORMED_MESSAGE, ErrorCode.LIMIT);
            }
            assertThat(memory.reserved()).as("seed %d", seed).isLessThanOrEqualTo(before);
        }
    }

    private void keep(long number, int length) {
        keep(number, new byte[length]);
    }

    private void keep(long number, byte[] content) {
        keep(service, number, content);
    }

    private static void keep(ServiceBases at, long number, int length) {
        keep(at, number, new byte[length]);
    }

    private static void keep(ServiceBases at, long number, byte[] content) {
        IncomingCall call = at.begin();
        try (Source in = Deltas.source(Deltas.bytes(out -> {
            new CallHead(false, false, true, false, 0, number, List.of()).write(out);
            out.writeBytes(content, 0, content.length);
        }))) {
            call.readRequest(in);
        }
        Deltas.bytes(out -> call.answer().write(new byte[1], out));
        call.end();
    }

    private static void head(Sink out) {
        new CallHead(true, false, false, false, 7, 0, List.of()).write(out);
    }

    private void difference(long length, Consumer<Sink> runs) {
        read(service, differing(length, runs));
    }

    private static byte[] differing(long length, Consumer<Sink> runs) {
        return Deltas.bytes(out -> {
            head(out);
            out.writeVarint(length);
            out.writeInt(0);
            runs.accept(out);
        });
    }

    private void request(Consumer<Sink> content) {
        read(service, Deltas.bytes(content));
    }

    private static void read(ServiceBases at, byte[] bytes) {
        IncomingCall call = at.begin();
        try (Source in = Deltas.source(bytes)) {
            call.readRequest(in);
        } finally {
            call.end();
        }
    }

    /** Reads the response to a request that referred to no base and requested none. */
    private void answer(Consumer<Sink> content) {
        OutgoingCall call = caller.begin("a");
        call.end();
        Deltas.bytes(out -> call.write(new byte[1_000], out));
        try (Source in = Deltas.source(Deltas.bytes(content))) {
            call.readAnswer(in);
        }
    }

    private static void refused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
