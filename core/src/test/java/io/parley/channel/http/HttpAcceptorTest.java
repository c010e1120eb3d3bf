package io.parley.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HttpAcceptorTest {
    private static final PostSender SOMEONE = new PostSender("", "127.0.0.1", false);

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

    private static HttpAcceptor acceptor(Function<Connection, ConnectionHandler> accepting) {
        ChannelSettings settings = ChannelSettings.defaults();
        return new HttpAcceptor(settings, (connection, from) -> accepting.apply(connection));
    }

    private static Post first(String digit) {
        return new Post(digit.repeat(32), 1, false, Unpooled.EMPTY_BUFFER);
    }

    /** Returns a handler that ignores everything but the end of the connection. */
    private static ConnectionHandler handler(CompletableFuture<Void> ended) {
        return new ConnectionHandler() {
            @Override
            public int frameLength(ByteBuf in) {
                return 0;
            }

            @Override
            public void onRefused(RuntimeException why) {}

            @Override
            public void onFrame(ByteBuf frame) {
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
