package io.parley.channel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HttpAcceptorTest {
    private static final PostSender SOMEONE = new PostSender("", "127.0.0.1:1 over http", false);
    private static final PostSender ELSEWHERE = new PostSender("", "127.0.0.2:1 over http", false);

    private final List<Reply> replies = new ArrayList<>();

    @Test
    void aConnectionThatBeginsWhileItClosesIsRefusedAndNothingIsLeft() throws Exception {
        CompletableFuture<HttpAcceptor> self = new CompletableFuture<>();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        HttpAcceptor acceptor = acceptor(connection -> {
            self.join().close();
            assertThat(self.join().left().toCompletableFuture()).isDone();
            return handler(ended);
        });
        self.complete(acceptor);

        acceptor.onPost(first("a"), SOMEONE, replies::add);

        assertThat(replies).hasSize(1).allMatch(reply -> reply.status() != Reply.OK);
        assertThat(acceptor.isEmpty()).isTrue();
        ended.get(60, TimeUnit.SECONDS);
    }

    @Test
    void itIsLeftWhenItIsClosedAndItsLastConnectionIsGone() throws Exception {
        List<Connection> connections = new ArrayList<>();
        HttpAcceptor acceptor = acceptor(connection -> {
            connections.add(connection);
            return handler(new CompletableFuture<>());
        });
        acceptor.onPost(first("b"), SOMEONE, replies::add);
        CompletableFuture<Void> left = acceptor.left().toCompletableFuture();

        acceptor.close();
        acceptor.close();
        assertThat(left).isNotDone();
        acceptor.onPost(first("c"), SOMEONE, replies::add);
        assertThat(connections).as("nobody is let in any more").hasSize(1);

        connections.get(0).close();
        left.get(60, TimeUnit.SECONDS);
    }

    @Test
    void thoseOfOneAddressTakeTurnsToBeRead() {
        List<Connection> connections = new ArrayList<>();
        List<Integer> frames = new CopyOnWriteArrayList<>();
        HttpAcceptor acceptor = turns(connections, frames);

        acceptor.onPost(first("a"), SOMEONE, replies::add);
        acceptor.onPost(first("b"), SOMEONE, replies::add);
        assertThat(replies)
                .as("each is answered at once")
                .extracting(Reply::status)
                .containsExactly(200, 200);
        acceptor.onPost(second("b", 10), SOMEONE, replies::add);
        acceptor.onPost(first("c"), ELSEWHERE, replies::add);
        acceptor.onPost(second("c", 20), ELSEWHERE, replies::add);
        assertThat(frames).containsExactly(20);

        connections.get(0).markAccepted();
        await().untilAsserted(() -> assertThat(frames).containsExactly(20, 10));
    }

    @Test
    void whoWaitsHoldsNoMoreThanItsOpening() {
        List<Connection> connections = new ArrayList<>();
        List<Integer> frames = new CopyOnWriteArrayList<>();
        HttpAcceptor acceptor = turns(connections, frames);
        acceptor.onPost(first("a"), SOMEONE, replies::add);
        acceptor.onPost(first("b"), SOMEONE, replies::add);

        Post tooLong = second("b", 100_000);
        acceptor.onPost(tooLong, SOMEONE, replies::add);
        acceptor.onPost(new Post("b".repeat(32), 3, false, Unpooled.EMPTY_BUFFER), SOMEONE, replies::add);

        assertThat(replies).extracting(Reply::status).containsExactly(200, 200, Reply.TOO_LONG, Reply.UNKNOWN);
        assertThat(tooLong.body().refCnt()).isZero();
    }

    private static HttpAcceptor turns(List<Connection> connections, List<Integer> frames) {
        Limits limits = Limits.defaults().with(Limit.PENDING_PER_ADDRESS, 1).with(Limit.OPEN_MILLIS, 600_000);
        return new HttpAcceptor(new ChannelSettings(limits, Duration.ofMinutes(1)), (connection, from) -> {
            connections.add(connection);
            return handler(new CompletableFuture<>(), frames);
        });
    }

    private static Post second(String digit, int bytes) {
        return new Post(digit.repeat(32), 2, false, Unpooled.buffer(bytes).writeZero(bytes));
    }

    private static HttpAcceptor acceptor(Function<Connection, ConnectionHandler> accepting) {
        ChannelSettings settings = ChannelSettings.defaults();
        return new HttpAcceptor(settings, (connection, from) -> accepting.apply(connection));
    }

    private static Post first(String digit) {
        return new Post(digit.repeat(32), 1, false, Unpooled.EMPTY_BUFFER);
    }

    /** Returns a handler that ignores everything but the end of the connection. */
    private static ConnectionHandler handler(CompletableFuture<Void> ended) {
        return handler(ended, new ArrayList<>());
    }

    /** Returns a handler to which each body is a frame. */
    private static ConnectionHandler handler(CompletableFuture<Void> ended, List<Integer> frames) {
        return new ConnectionHandler() {
            @Override
            public int frameLength(ByteBuf in) {
                return in.readableBytes();
            }

            @Override
            public void onRefused(RuntimeException why) {}

            @Override
            public void onFrame(ByteBuf frame) {
                frames.add(frame.readableBytes());
                frame.release();
            }

            @Override
            public void onWritable() {}

            @Override
            public void onClosed(@Nullable Throwable cause) {
                ended.complete(null);
            }
        };
    }
}
