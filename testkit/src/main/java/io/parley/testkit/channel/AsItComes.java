package io.parley.testkit.channel;

import static org.awaitility.Awaitility.await;

import io.parley.ParleyException;
import io.parley.representation.Source;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A service that reads requests while they arrive and answers each with its length. */
class AsItComes implements MessageHandler {
    final AtomicInteger dispatched = new AtomicInteger();
    /** Opened to let long requests be read. */
    volatile CountDownLatch mayRead = new CountDownLatch(0);

    private final AtomicLong read = new AtomicLong();
    private final AtomicInteger reading = new AtomicInteger();
    private final CompletableFuture<ParleyException> failure = new CompletableFuture<>();

    @Override
    public boolean readsAsItComes() {
        return true;
    }

    @Override
    public void onMessage(IncomingMessage message) {
        int length = length(message);
        dispatched.incrementAndGet();
        OutgoingMessage response = message.beginResponse(false);
        response.sink().writeInt(length);
        response.send();
        message.close();
    }

    /** Returns the number of messages that are being read. */
    int waiting() {
        return reading.get();
    }

    /** Waits until {@code bytes} of all requests together were read. */
    void awaitRead(long bytes) {
        await().until(() -> read.get() >= bytes);
    }

    /** Waits until {@code bytes} were read, polling often, or until no request is being read. */
    void awaitReadOrOver(long bytes) {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> read.get() >= bytes || reading.get() == 0);
    }

    /** Returns the failure that ended the reading of a request. */
    ParleyException failure() throws Exception {
        return failure.get(60, TimeUnit.SECONDS);
    }

    private int length(IncomingMessage message) {
        reading.incrementAndGet();
        try {
            if (!message.isOneFragment()) {
                mayRead.await();
            }
            return length(message.source());
        } catch (ParleyException e) {
            failure.complete(e);
            throw e;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            reading.decrementAndGet();
        }
    }

    private int length(Source source) {
        int length = 0;
        while (!source.isAtEnd()) {
            int step = source.available(1 + source.chunk().readableBytes() / 2);
            source.readBytes(new byte[step], 0, step);
            length += step;
            read.addAndGet(step);
        }
        source.expectEnd("request");
        return length;
    }
}
