package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.negotiation.Mode;
import jakarta.jws.Oneway;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that one-way operations of a service run in the order in which their callers returned, at least within a
 * session.
 */
class OneWayOrderTest {
    private static final String SOAP11 = jakarta.xml.ws.soap.SOAPBinding.SOAP11HTTP_BINDING;
    private static final int LONG_BYTES = 300_000;

    @WebService(targetNamespace = "urn:parley:test:order", name = "Notices")
    public interface Notices {
        @Oneway
        void post(
                @WebParam(name = "caller") int caller,
                @WebParam(name = "number") int number,
                @WebParam(name = "content") byte[] content);

        int count(@WebParam(name = "caller") int caller);
    }

    @WebService(endpointInterface = "io.parley.cxf.OneWayOrderTest$Notices", targetNamespace = "urn:parley:test:order")
    public static class Board implements Notices {
        private final Map<Integer, Queue<Integer>> posted = new ConcurrentHashMap<>();
        private final CountDownLatch first;

        Board(int waitsFor) {
            this.first = new CountDownLatch(waitsFor);
        }

        @Override
        public void post(int caller, int number, byte[] content) {
            if (number == 0) {
                awaitQuietly(first);
            }
            posted.computeIfAbsent(caller, key -> new ConcurrentLinkedQueue<>()).add(number);
            if (number % 7 == 3) {
                throw new IllegalStateException("not on this board");
            }
        }

        @Override
        public int count(int caller) {
            Queue<Integer> known = posted.get(caller);
            return known == null ? 0 : known.size();
        }
    }

    @Shows(Use.ONE_WAY_ORDER)
    @ParameterizedTest
    @ValueSource(strings = {"stream", "http"})
    void oneWayCallsAreWorkedOnInTheirOrder(String channel) throws Exception {
        int callers = 4;
        int calls = 500;
        try (Published published = new Published()) {
            Board board = new Board(0);
            Notices notices = publish(published, board, channel, "session");
            List<Thread> threads = new ArrayList<>();
            for (int caller = 0; caller < callers; caller++) {
                int mine = caller;
                Thread thread = new Thread(() -> post(notices, mine, calls), "parley-order-caller-" + caller);
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            for (int caller = 0; caller < callers; caller++) {
                awaitAll(board, caller, calls);
            }
            assertThat(Published.status(notices).streamedCalls()).isEqualTo((long) callers * calls);
        }
    }

    private static void post(Notices notices, int caller, int calls) {
        for (int number = 0; number < calls; number++) {
            notices.post(caller, number, new byte[number % 50 == 0 ? LONG_BYTES : number % 100]);
        }
    }

    @Test
    void aOneWayCallThatIsWorkedOnForLongHoldsUpNeitherCallersNorCalls() throws Exception {
        int calls = 200;
        try (Published published = new Published()) {
            Board board = new Board(1);
            Notices notices = publish(published, board, "stream", "session");
            post(notices, 0, calls);
            assertThat(notices.count(0)).isZero();
            board.first.countDown();
            awaitAll(board, 0, calls);
        }
    }

    @Test
    void callersOfMoreOneWayCallsThanMayWaitWaitThemselves() throws Exception {
        int calls = 400;
        try (Published published = new Published()) {
            Board board = new Board(1);
            Notices notices = publish(published, board, "stream", "session");
            Thread caller = new Thread(() -> post(notices, 0, calls), "parley-order-caller");
            caller.start();
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> Published.status(notices).streamedCalls() > 250);
            assertThat(notices.count(0)).isZero();
            assertThat(caller.isAlive()).isTrue();
            board.first.countDown();
            caller.join();
            awaitAll(board, 0, calls);
        }
    }

    @Test
    void withoutOrderALaterOneWayCallNeedNotWait() throws Exception {
        try (Published published = new Published()) {
            Board board = new Board(1);
            Notices notices = publish(published, board, "stream", "none");
            notices.post(0, 0, new byte[0]);
            notices.post(0, 1, new byte[0]);
            await().atMost(Duration.ofMinutes(1)).until(() -> notices.count(0) == 1);
            board.first.countDown();
            await().atMost(Duration.ofMinutes(1)).until(() -> notices.count(0) == 2);
            assertThat(board.posted.get(0)).containsExactly(1, 0);
        }
    }

    private static Notices publish(Published published, Board board, String channel, String order) {
        published.publishAny(
                board,
                published.address(),
                SOAP11,
                Published.feature(Mode.AUTO).set("parley.channels", channel).set("parley.order", order));
        return published.proxy(
                Notices.class, SOAP11, Published.feature(Mode.ALWAYS).set("parley.channels", channel));
    }

    private static void awaitAll(Board board, int caller, int calls) {
        await().atMost(Duration.ofMinutes(1)).until(() -> board.count(caller) >= calls);
        assertThat(board.posted.get(caller))
                .containsExactlyElementsOf(IntStream.range(0, calls).boxed().toList());
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
