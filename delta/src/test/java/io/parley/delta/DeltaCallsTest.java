package io.parley.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.delta.Deltas.Counted;
import io.parley.representation.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests calls of both sides of a session that are answered or lost in any order. */
class DeltaCallsTest {
    private final Counted here = new Counted(Long.MAX_VALUE);
    private final Counted there = new Counted(Long.MAX_VALUE);
    private final CallerBases caller = new CallerBases(Deltas.MOST_BYTES, Deltas.MOST_MESSAGE, here);
    private final ServiceBases service = new ServiceBases(Deltas.MOST_BYTES, Deltas.MOST_MESSAGE, there);

    @Test
    void theSecondCallOfAnOperationTravelsAsItsDifference() {
        byte[] request = Deltas.random(new Random(1), 10_000);
        byte[] answer = Deltas.random(new Random(2), 20_000);
        Exchanged first = exchange("a", request, answer);
        assertThat(first.requestBytes).isGreaterThan(request.length);
        request[77]++;
        answer[99]++;
        Exchanged second = exchange("a", request, answer);
        assertThat(second.requestBytes).isLessThan(40);
        assertThat(second.answerBytes).isLessThan(40);
        assertThat(exchange("b", request, answer).requestBytes)
                .as("another operation has its own")
                .isGreaterThan(request.length);
    }

    @Test
    void bothSidesKeepOneCallOfAnOperationAndForgetTheOthers() {
        Random random = new Random(3);
        byte[] request = Deltas.random(random, 10_000);
        for (int i = 0; i < 100; i++) {
            request[random.nextInt(request.length)]++;
            exchange("a", request, request.clone());
            assertThat(caller.keptBytes()).isEqualTo(20_000);
            assertThat(service.keptBytes()).isBetween(20_000L, 40_000L);
        }
        caller.close();
        service.close();
        assertThat(here.reserved() + there.reserved()).isZero();
    }

    @Test
    void callsThatOvertakeEachOtherAndAreLostNeverMeetABaseThatIsGone() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Pending> underWay = new ArrayList<>();
        byte[] content = Deltas.random(random, 5_000);
        for (int step = 0; step < 20_000; step++) {
            if (underWay.size() < 20 && random.nextBoolean()) {
                content = random.nextInt(50) == 0 ? Deltas.random(random, 5_000) : Deltas.mutated(content, random);
                underWay.add(new Pending("operation " + random.nextInt(3), content));
            } else if (!underWay.isEmpty()) {
                Pending one = underWay.get(random.nextInt(underWay.size()));
                one.step(random, "seed " + seed + ", step " + step);
                underWay.removeIf(pending -> pending.over);
            }
        }
        underWay.forEach(Pending::lose);
        assertThat(caller.keptBytes()).as("seed %d", seed).isLessThan(3 * 2 * 200_000);
        caller.close();
        service.close();
        assertThat(here.reserved() + there.reserved()).as("seed %d", seed).isZero();
    }

    @Test
    void whereDifferencesDoNotPayTheyRest() {
        Random random = new Random(4);
        int compared = 0;
        for (int i = 0; i < 1 + Backoff.MAX_FAILURES + Backoff.FIRST_PAUSE; i++) {
            Exchanged call = exchange("a", Deltas.random(random, 1_000), Deltas.random(random, 1_000));
            compared += call.head.keepRequest() ? 1 : 0;
        }
        assertThat(compared).isEqualTo(1 + Backoff.MAX_FAILURES);
        byte[] same = Deltas.random(random, 1_000);
        exchange("a", same.clone(), same.clone());
        assertThat(exchange("a", same.clone(), same.clone()).requestBytes)
                .as("and are tried again")
                .isLessThan(40);
    }

    @Test
    void aServiceWithoutRoomDeclinesAndNothingIsAFailure() {
        ServiceBases full = new ServiceBases(Deltas.MOST_BYTES, Deltas.MOST_MESSAGE, new Counted(1_000_000) {
            @Override
            public boolean tryReserve(long bytes) {
                return bytes >= 4096 && super.tryReserve(bytes); // memory for reading, none for bases
            }
        });
        byte[] request = Deltas.random(new Random(5), 2_000);
        for (int i = 0; i < 3; i++) {
            assertThat(exchange(full, "a", request.clone(), request.clone()).requestBytes)
                    .isGreaterThan(request.length);
        }
        assertThat(full.keptBytes()).isZero();
        assertThat(caller.keptBytes()).isZero();
    }

    @Test
    void aCallerWithoutRoomDropsWhatTheServiceKept() {
        CallerBases full = new CallerBases(1_000, Deltas.MOST_MESSAGE, here);
        byte[] request = Deltas.random(new Random(6), 2_000);
        for (int i = 0; i < 3; i++) {
            exchange(full, service, "a", request.clone(), request.clone());
        }
        assertThat(service.keptBytes()).isEqualTo(4_000);
    }

    @Test
    void anAnswerThatTakesThePlaceOfAnotherSaysWhatHolds() {
        byte[] request = Deltas.random(new Random(7), 2_000);
        byte[] answer = Deltas.random(new Random(8), 2_000);
        OutgoingCall call = caller.begin("a");
        byte[] sent = Deltas.bytes(out -> call.write(request.clone(), out));
        IncomingCall incoming = service.begin();
        try (Source in = Deltas.source(sent)) {
            incoming.readRequest(in);
        }
        Deltas.bytes(out -> incoming.answer().write(answer.clone(), out)); // lost half-way
        byte[] second = Deltas.bytes(out -> incoming.answer().write(new byte[300], out));
        try (Source in = Deltas.source(second)) {
            assertThat(call.readAnswer(in)).isNull();
            assertThat(Deltas.rest(in)).isEqualTo(new byte[300]);
        }
        call.end();
        incoming.end();
        assertThat(service.keptBytes()).isEqualTo(2_000);
        assertThat(exchange("a", request.clone(), answer.clone()).requestBytes).isLessThan(40);
    }

    @Test
    void longAndShortContentIsNeitherKeptNorCompared() {
        OutgoingCall call = caller.begin("a");
        byte[] head = Deltas.bytes(call::writeHead);
        assertThat(CallHead.read(Deltas.source(head)).keepRequest()).isFalse();
        call.end();
        for (int i = 0; i < 3; i++) {
            byte[] few = new byte[Form.MIN_BYTES - 1];
            assertThat(exchange("a", few, few).requestBytes).isGreaterThan(few.length);
        }
        assertThat(caller.keptBytes() + service.keptBytes()).isZero();
    }

    private Exchanged exchange(String operation, byte[] request, byte[] answer) {
        return exchange(service, operation, request, answer);
    }

    private Exchanged exchange(ServiceBases with, String operation, byte[] request, byte[] answer) {
        return exchange(caller, with, operation, request, answer);
    }

    /** Exchanges one complete call; checks the content on both sides. */
    private static Exchanged exchange(
            CallerBases from, ServiceBases to, String operation, byte[] request, byte[] answer) {
        OutgoingCall call = from.begin(operation);
        byte[] sent = Deltas.bytes(out -> call.write(request.clone(), out));
        IncomingCall incoming = to.begin();
        try (Source in = Deltas.source(sent)) {
            byte[] read = incoming.readRequest(in);
            assertThat(read == null ? Deltas.rest(in) : read).isEqualTo(request);
        }
        byte[] back = Deltas.bytes(out -> incoming.answer().write(answer.clone(), out));
        incoming.end();
        try (Source in = Deltas.source(back)) {
            byte[] read = call.readAnswer(in);
            assertThat(read == null ? Deltas.rest(in) : read).isEqualTo(answer);
        }
        call.end();
        return new Exchanged(CallHead.read(Deltas.source(sent)), sent.length, back.length);
    }

    private record Exchanged(CallHead head, int requestBytes, int answerBytes) {}

    /** A pending call: sent, read, answered, or lost in between. */
    private final class Pending {
        private final byte[] content;
        private final OutgoingCall call;
        private final byte[] sent;
        private IncomingCall incoming;
        private byte[] back;
        private boolean over;

        Pending(String operation, byte[] content) {
            this.content = content;
            this.call = caller.begin(operation);
            this.sent = Deltas.bytes(out -> call.write(content.clone(), out));
        }

        void step(Random random, String where) {
            if (random.nextInt(20) == 0) {
                lose();
            } else if (incoming == null) {
                incoming = service.begin();
                try (Source in = Deltas.source(sent)) {
                    byte[] read = incoming.readRequest(in);
                    assertThat(read == null ? Deltas.rest(in) : read).as(where).isEqualTo(content);
                }
            } else if (back == null) {
                back = Deltas.bytes(out -> incoming.answer().write(content.clone(), out));
                incoming.end();
            } else {
                try (Source in = Deltas.source(back)) {
                    byte[] read = call.readAnswer(in);
                    assertThat(read == null ? Deltas.rest(in) : read).as(where).isEqualTo(content);
                }
                call.end();
                over = true;
            }
        }

        /** Ends the call on both sides before it is complete. */
        void lose() {
            call.end();
            if (incoming != null) {
                incoming.end();
            }
            over = true;
        }
    }
}
