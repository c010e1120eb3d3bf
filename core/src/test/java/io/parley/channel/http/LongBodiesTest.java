package io.parley.channel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.channel.ChannelSettings;
import io.parley.channel.ConnectionHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tests that one body is transferred while the previous one is read (docs/protocol/channels.md, "The http channel",
 * "Long bodies").
 */
class LongBodiesTest {
    private static final int SHORT = HttpFrames.LONG_BODY_BYTES - 1;
    private static final int LONG = HttpFrames.LONG_BODY_BYTES;
    private static final String CONNECTION = "0".repeat(32);
    private static final PostSender SOMEONE = new PostSender("", "127.0.0.1", false);

    private final Posts posts = new Posts();
    private final BlockingQueue<Integer> read = new LinkedBlockingQueue<>();

    @Test
    void behindALongResponseTwoRequestsAreUnanswered() throws Exception {
        connect();
        posts.answer(2, LONG);

        assertThat(posts.next()).isEqualTo(3);
        assertThat(posts.next()).isEqualTo(4);
        posts.answer(3, LONG);
        assertThat(posts.next()).isEqualTo(5);
    }

    @Test
    void behindAShortResponseOneIs() throws Exception {
        connect();
        posts.answer(2, SHORT);

        assertThat(posts.next()).isEqualTo(3);
        posts.answer(3, LONG);
        assertThat(posts.next()).isEqualTo(4);
        assertThat(posts.next()).isEqualTo(5);
        posts.answer(4, SHORT);
        posts.answer(5, SHORT);
        assertThat(posts.next()).isEqualTo(6);
        assertThat(posts.sent).as("unanswered beside it").isEmpty();
    }

    @Test
    void behindALongRequestOneIsLeftUnanswered() {
        List<String> answered = new ArrayList<>();
        HttpAcceptor acceptor = acceptor();
        post(acceptor, 1, 0, answered);
        post(acceptor, 2, LONG, answered);
        assertThat(answered).containsExactly("1");

        post(acceptor, 3, LONG, answered);
        post(acceptor, 4, LONG, answered);

        assertThat(answered).containsExactly("1", "2", "3");
    }

    @Test
    void behindAShortRequestTwoAre() {
        List<String> answered = new ArrayList<>();
        HttpAcceptor acceptor = acceptor();
        post(acceptor, 1, 0, answered);
        post(acceptor, 2, LONG, answered);

        post(acceptor, 3, SHORT, answered);
        assertThat(answered).containsExactly("1");
        post(acceptor, 4, SHORT, answered);
        assertThat(answered).containsExactly("1", "2");
    }

    private void connect() throws Exception {
        var connected = HttpOpeningConnection.connect(posts, "test", false, Duration.ofMinutes(1), handler());
        assertThat(posts.next()).isEqualTo(1);
        posts.answer(1, 0);
        connected.toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(posts.next()).isEqualTo(2);
    }

    private HttpAcceptor acceptor() {
        return new HttpAcceptor(ChannelSettings.defaults(), (connection, from) -> handler());
    }

    private void post(HttpAcceptor acceptor, long number, int length, List<String> answered) {
        acceptor.onPost(new Post(CONNECTION, number, false, body(length)), SOMEONE, reply -> {
            assertThat(reply.status()).isEqualTo(Reply.OK);
            answered.add(Long.toString(number));
        });
    }

    private static ByteBuf body(int length) {
        return Unpooled.wrappedBuffer(new byte[length]);
    }

    /** Returns a handler that treats a body as one frame. */
    private ConnectionHandler handler() {
        return new ConnectionHandler() {
            @Override
            public int frameLength(ByteBuf in) {
                return in.readableBytes();
            }

            @Override
            public void onRefused(RuntimeException why) {}

            @Override
            public void onFrame(ByteBuf frame) {
                read.add(frame.readableBytes());
                frame.release();
            }

            @Override
            public void onWritable() {}

            @Override
            public void onClosed(@Nullable Throwable cause) {}
        };
    }

    /** A poster whose requests are answered by the test. */
    private final class Posts implements Poster {
        private final List<CompletableFuture<Reply>> replies = new ArrayList<>();
        private final BlockingQueue<Long> sent = new LinkedBlockingQueue<>();

        @Override
        public synchronized CompletionStage<Reply> post(Post post) {
            post.body().release();
            CompletableFuture<Reply> reply = new CompletableFuture<>();
            replies.add(reply);
            sent.add(post.number());
            return reply;
        }

        long next() throws InterruptedException {
            Long number = sent.poll(60, TimeUnit.SECONDS);
            assertThat(number).as("a request").isNotNull();
            return number;
        }

        /** Answers a post with a body of that length; returns after the body was read. */
        void answer(int number, int length) {
            CompletableFuture<Reply> reply;
            synchronized (this) {
                reply = replies.get(number - 1);
            }
            reply.complete(new Reply(Reply.OK, false, body(length)));
            if (length > 0) {
                await().atMost(60, TimeUnit.SECONDS).until(() -> read.contains(length));
                read.clear();
            }
        }

        @Override
        public void close() {}
    }
}
