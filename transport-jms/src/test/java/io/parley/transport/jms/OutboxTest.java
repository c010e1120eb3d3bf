package io.parley.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.Unpooled;
import jakarta.jms.BytesMessage;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests which thread sends frames, and how frames are combined into messages. */
class OutboxTest {
    private static final long WINDOW = 1024 * 1024;

    private final List<Thread> senders = Collections.synchronizedList(new ArrayList<>());
    private final List<Long> lengths = Collections.synchronizedList(new ArrayList<>());
    private final AtomicLong written = new AtomicLong();
    private final AtomicReference<Runnable> whileSending = new AtomicReference<>(() -> {});
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private Outbox outbox = new Outbox(ByteBuffer.allocate(Packet.ID_BYTES), new Told(), false);

    @AfterEach
    void stop() {
        outbox.stop();
    }

    @Test
    void whoFlushesSends() throws Exception {
        outbox.start(session(), queue(), WINDOW);
        put(100);

        outbox.flush();

        assertThat(senders).containsExactly(Thread.currentThread());
    }

    @Test
    void nobodyWaitsInFlushingForABroker() throws Exception {
        outbox = new Outbox(ByteBuffer.allocate(Packet.ID_BYTES), new Told(), true);
        CountDownLatch slow = new CountDownLatch(1);
        whileSending.set(() -> passed(slow));
        outbox.start(session(), queue(), WINDOW);
        put(100);

        outbox.flush();

        await().atMost(TestBroker.PATIENCE).until(() -> senders.size() == 1);
        assertThat(senders).doesNotContain(Thread.currentThread());
        slow.countDown();
    }

    @Test
    void whoFlushesDoesNotSendForAllOthers() throws Exception {
        int all = 100;
        AtomicLong left = new AtomicLong(all - 1);
        whileSending.set(() -> {
            if (left.getAndDecrement() > 0) {
                put(100);
            }
        });
        outbox.start(session(), queue(), WINDOW);
        put(100);

        outbox.flush();

        await().atMost(TestBroker.PATIENCE).until(() -> senders.size() == all);
        assertThat(senders.stream().filter(Thread.currentThread()::equals).count())
                .isBetween(1L, 10L);
    }

    @Test
    void framesThatWaitGoTogether() throws Exception {
        outbox.start(session(), queue(), WINDOW);
        for (int i = 0; i < 4; i++) {
            put(130_000);
        }

        outbox.flush();

        assertThat(lengths).containsExactly(Packet.HEADER_BYTES + 390_000L, Packet.HEADER_BYTES + 130_000L);
    }

    @Test
    void whatFailsInABrokersClientEndsTheConnection() throws Exception {
        whileSending.set(() -> {
            throw new IllegalStateException("a client's own failure");
        });
        outbox.start(session(), queue(), WINDOW);
        put(100);

        outbox.flush();

        assertThat(failure.get()).hasMessage("a client's own failure");
        assertThat(outbox.hasRoom()).isFalse();
    }

    private void put(int bytes) {
        outbox.send(Unpooled.wrappedBuffer(new byte[bytes]));
    }

    private static void passed(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Session session() {
        return fake(
                Session.class,
                (self, method, arguments) -> method.getReturnType() == BytesMessage.class ? message() : producer());
    }

    private BytesMessage message() {
        written.set(0);
        return fake(BytesMessage.class, (self, method, arguments) -> {
            int length = arguments.length == 1 ? ((byte[]) arguments[0]).length : (int) arguments[2];
            written.addAndGet(length);
            return null;
        });
    }

    private MessageProducer producer() {
        return fake(MessageProducer.class, (self, method, arguments) -> {
            if (method.getName().equals("send")) {
                lengths.add(written.get());
                senders.add(Thread.currentThread());
                whileSending.get().run();
            }
            return null;
        });
    }

    private static Queue queue() {
        return fake(Queue.class, (self, method, arguments) -> null);
    }

    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private final class Told implements Outbox.Events {
        @Override
        public void onWritable() {}

        @Override
        public void onEnd() {}

        @Override
        public void onFailure(Exception why) {
            failure.set(why);
        }
    }
}
