package io.parley.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.Listener;
import io.parley.testkit.FreePort;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Contract of a channel, as {@link ChannelProvider}, {@link Connection} and {@link io.parley.channel.ConnectionHandler}
 * specify it. Extend it with the channel and the address to listen on.
 */
public abstract class ChannelContract {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final ChannelSettings PATIENT = new ChannelSettings(Limits.defaults(), PATIENCE);
    private static final int ENOUGH_TO_FILL = 64 * 1024 * 1024;

    private final List<Recorder> recorders = new CopyOnWriteArrayList<>();
    private final List<Recorder> accepted = new CopyOnWriteArrayList<>();
    private final List<Connection> acceptedConnections = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();

    /** Returns the channel; one provider may serve all tests. */
    protected abstract ChannelProvider provider();

    /** Returns the address to listen on; port 0 if the channel can choose one. */
    protected abstract Address bindAddress();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        for (Recorder recorder : recorders) {
            await().atMost(PATIENCE).until(() -> recorder.closed.getCount() == 0);
            assertThat(recorder.overlaps).as("calls that overlapped").hasValue(0);
            assertThat(recorder.afterClose).as("calls after onClosed").hasValue(0);
            recorder.close();
        }
    }

    @Test
    void framesArriveWholeAndInOrder() throws Exception {
        Pair pair = connect();
        int count = 1000;
        for (int i = 0; i < count; i++) {
            pair.near.send(Lengths.frame(4 + i % 300, i));
        }
        pair.near.flush();
        await().atMost(PATIENCE).until(() -> pair.farEnd.frames.size() == count);
        for (int i = 0; i < count; i++) {
            ByteBuf frame = pair.farEnd.frames.get(i);
            assertThat(frame.readableBytes()).isEqualTo(4 + i % 300);
            assertThat(Lengths.isIntact(frame, i)).isTrue();
        }
        await().atMost(PATIENCE).until(() -> pair.farEnd.readsComplete.get() > 0);
    }

    @Test
    void aFrameLongerThanAnyBufferArrivesWhole() throws Exception {
        Pair pair = connect();
        pair.near.send(Lengths.frame(Lengths.MAX, 7));
        pair.near.flush();
        await().atMost(PATIENCE).until(() -> pair.farEnd.frames.size() == 1);
        assertThat(Lengths.isIntact(pair.farEnd.frames.get(0), 7)).isTrue();
    }

    @Test
    void bothSidesMaySendAtTheSameTime() throws Exception {
        Pair pair = connect();
        for (int i = 0; i < 200; i++) {
            pair.near.send(Lengths.frame(5000, i));
            pair.far.send(Lengths.frame(6000, i));
            pair.near.flush();
            pair.far.flush();
        }
        await().atMost(PATIENCE).until(() -> pair.farEnd.frames.size() == 200 && pair.nearEnd.frames.size() == 200);
        assertThat(Lengths.isIntact(pair.nearEnd.frames.get(199), 199)).isTrue();
    }

    @Test
    void queuedFramesAreSentBeforeAClose() throws Exception {
        Pair pair = connect();
        pair.near.send(Lengths.frame(100_000, 1));
        pair.near.close();
        await().atMost(PATIENCE).until(() -> pair.farEnd.closed.getCount() == 0);
        assertThat(pair.farEnd.frames).hasSize(1);
    }

    @Test
    void anOrderlyCloseIsReportedToBothSidesWithoutACause() throws Exception {
        Pair pair = connect();
        pair.near.close();
        pair.near.close();
        await().atMost(PATIENCE).until(() -> pair.farEnd.closed.getCount() == 0 && pair.nearEnd.closed.getCount() == 0);
        assertThat(pair.farEnd.cause).isNull();
        assertThat(pair.nearEnd.cause).isNull();
    }

    @Test
    void aFrameSentAfterTheCloseIsReleased() throws Exception {
        Pair pair = connect();
        pair.near.close();
        await().atMost(PATIENCE).until(() -> pair.nearEnd.closed.getCount() == 0);
        ByteBuf afterClose = Lengths.frame(10, 1);
        pair.near.send(afterClose);
        pair.near.flush();
        await().atMost(PATIENCE).until(() -> afterClose.refCnt() == 0);
        assertThat(pair.near.isWritable()).isFalse();
    }

    @Test
    void aPeerThatDoesNotReadMakesTheConnectionUnwritableUntilItReads() throws Exception {
        Pair pair = connect();
        pair.far.setReading(false);
        int sent = 0;
        while (pair.near.isWritable()) {
            assertThat(sent).as("bytes taken without being read").isLessThan(ENOUGH_TO_FILL);
            pair.near.send(Lengths.frame(60_000, sent));
            pair.near.flush();
            sent += 60_000;
        }
        pair.far.setReading(true);
        int frames = sent / 60_000;
        await().atMost(PATIENCE).until(() -> pair.farEnd.frames.size() == frames);
        await().atMost(PATIENCE).until(() -> pair.nearEnd.writable.get() > 0);
        assertThat(pair.near.isWritable()).isTrue();
    }

    @Test
    void invalidBytesAreRefusedAndNothingAfterThemIsRead() throws Exception {
        Pair pair = connect();
        pair.near.send(Lengths.frame(20, 1));
        ByteBuf bad = Lengths.frame(20, 2);
        bad.setInt(bad.readerIndex(), Integer.MAX_VALUE);
        pair.near.send(bad);
        pair.near.send(Lengths.frame(20, 3));
        pair.near.flush();
        await().atMost(PATIENCE).until(() -> !pair.farEnd.refused.isEmpty());
        pair.far.close();
        await().atMost(PATIENCE).until(() -> pair.farEnd.closed.getCount() == 0);
        assertThat(pair.farEnd.refused).hasSize(1).first().isInstanceOf(ParleyException.class);
        assertThat(pair.farEnd.frames).hasSize(1);
    }

    @Test
    void connectingToAClosedPortFailsWithItsCode() throws Exception {
        // A port of this JVM's range: another process may bind one that the kernel chose as soon as it is free.
        Address closed = new Address(bindAddress().host(), FreePort.find());
        provider().listen(closed, PATIENT, connection -> new Recorder()).close();
        // Through a broker this is only detected by the timeout.
        assertThatThrownBy(() -> provider()
                        .connect(closed, ChannelSettings.defaults(), new Recorder())
                        .toCompletableFuture()
                        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONNECT_FAILED));
    }

    @Test
    void anAddressCanBeBoundOnce() throws Exception {
        Listener listener = listen(PATIENT);
        assertThat(listener.address().port()).isPositive();
        Address same = new Address(bindAddress().host(), listener.address().port());
        assertThatThrownBy(() -> provider().listen(same, PATIENT, connection -> new Recorder()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(String.valueOf(same.port()));
    }

    @Test
    void aClosedListenerLeavesItsConnectionsAlone() throws Exception {
        Listener listener = listen(PATIENT);
        Pair pair = connect(listener);
        listener.close();
        pair.near.send(Lengths.frame(30, 1));
        pair.near.flush();
        await().atMost(PATIENCE).until(() -> pair.farEnd.frames.size() == 1);
    }

    @Test
    void aConnectionMayBeUsedAndClosedBeforeItsAcceptorReturns() throws Exception {
        CompletableFuture<Recorder> farEnd = new CompletableFuture<>();
        CompletableFuture<Void> use = new CompletableFuture<>();
        Listener listener = provider().listen(bindAddress(), PATIENT, connection -> {
            Recorder recorder = new Recorder();
            CompletableFuture.runAsync(() -> {
                        connection.send(Lengths.frame(100, 1));
                        connection.flush();
                        connection.close();
                    })
                    .whenComplete((done, failure) -> {
                        if (failure == null) {
                            use.complete(null);
                        } else {
                            use.completeExceptionally(failure);
                        }
                    })
                    .exceptionally(failure -> null)
                    .join();
            farEnd.complete(recorder);
            return recorder;
        });
        open.add(listener);
        Recorder nearEnd = new Recorder();
        CompletionStage<Connection> connecting = provider().connect(listener.address(), PATIENT, nearEnd);
        open.add(() -> connecting.thenAccept(Connection::close));

        recorders.add(farEnd.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));

        assertThat(use).isCompleted();
        await().atMost(PATIENCE).until(() -> recorders.get(0).closed.getCount() == 0);
        try {
            connecting.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            recorders.add(nearEnd);
            await().atMost(PATIENCE).until(() -> nearEnd.closed.getCount() == 0);
        } catch (ExecutionException e) {
            nearEnd.close(); // Some channels do not complete a connection that was closed that early.
        }
    }

    /**
     * Attack: connections that never identify themselves. Whether the newest waits or is closed, or the oldest is
     * closed, is the channel's choice.
     */
    @Test
    void silentConnectionsAreLimitedUntilTheyAreAccepted() throws Exception {
        Limits few = Limits.defaults().with(Limit.PENDING_CONNECTIONS, 2);
        Listener listener = listen(new ChannelSettings(few, PATIENCE));
        connect(listener);
        connect(listener);
        CompletionStage<Connection> third = provider().connect(listener.address(), PATIENT, new Recorder());
        open.add(() -> third.thenAccept(Connection::close)); // which may be there after the others are closed
        await().during(Duration.ofMillis(200)).atMost(PATIENCE).until(() -> standing() == 2);
        acceptedConnections.forEach(Connection::markAccepted);
        Pair next = connect(listener);
        assertThat(next.farEnd.closed.getCount()).isEqualTo(1);
        assertThat(standing()).isBetween(3L, 4L);
    }

    private long standing() {
        return accepted.stream()
                .filter(recorder -> recorder.closed.getCount() > 0)
                .count();
    }

    private Pair connect() throws Exception {
        return connect(listen(PATIENT));
    }

    private Pair connect(Listener listener) throws Exception {
        int before = accepted.size();
        Recorder nearEnd = new Recorder();
        Connection near = provider()
                .connect(listener.address(), PATIENT, nearEnd)
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        recorders.add(nearEnd);
        open.add(near::close);
        await().atMost(PATIENCE).until(() -> acceptedConnections.size() > before);
        return new Pair(near, nearEnd, acceptedConnections.get(before), accepted.get(before));
    }

    private Listener listen(ChannelSettings settings) throws IOException {
        Listener listener = provider().listen(bindAddress(), settings, connection -> {
            Recorder recorder = new Recorder();
            recorders.add(recorder);
            accepted.add(recorder);
            acceptedConnections.add(connection);
            return recorder;
        });
        open.add(listener);
        return listener;
    }

    /** Both ends of one connection. */
    private record Pair(Connection near, Recorder nearEnd, Connection far, Recorder farEnd) {}
}
