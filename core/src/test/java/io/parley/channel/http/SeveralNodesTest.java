package io.parley.channel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests posts that are received by another node (docs/protocol/channels.md, section 16). */
class SeveralNodesTest {
    private static final String OWN = "0".repeat(16);
    private static final String OTHER = "1".repeat(16);
    private static final PostSender SOMEONE = new PostSender("", "127.0.0.1", false);

    private final List<String> taken = new CopyOnWriteArrayList<>();
    private final CompletableFuture<@Nullable Throwable> closed = new CompletableFuture<>();
    private final List<Reply> replies = new ArrayList<>();

    @Test
    void aPostForAnotherNodeIsRefusedUnread() {
        HttpAcceptor acceptor = new HttpAcceptor(ChannelSettings.defaults(), OWN, (connection, from) -> handler());
        ByteBuf body = frame("x");

        acceptor.onPost(new Post("0".repeat(32), 1, false, OTHER, body), SOMEONE, replies::add);
        acceptor.onPost(new Post("0".repeat(32), 7, false, OTHER, frame("y")), SOMEONE, replies::add);

        assertThat(replies).extracting(Reply::status).containsExactly(421, 421);
        assertThat(body.refCnt()).isZero();
        assertThat(acceptor.isEmpty()).isTrue();
        assertThat(taken).isEmpty();
    }

    @Test
    void aPostForThisNodeOrForAnyIsTaken() {
        HttpAcceptor acceptor = new HttpAcceptor(ChannelSettings.defaults(), OWN, (connection, from) -> handler());

        acceptor.onPost(new Post("0".repeat(32), 1, false, OWN, frame("x")), SOMEONE, replies::add);
        acceptor.onPost(new Post("1".repeat(32), 1, false, "", frame("y")), SOMEONE, replies::add);

        assertThat(replies).extracting(Reply::status).containsExactly(200, 200);
        assertThat(taken).containsExactly("x", "y");
    }

    @Test
    void theFirstPostIsSentAgainUntilItsNodeGetsIt() throws Exception {
        Balancer balancer = new Balancer(sent -> sent < 8);

        assertThat(connect(balancer).get(60, TimeUnit.SECONDS)).isNotNull();
        assertThat(balancer.sent).startsWith(1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L);
    }

    @Test
    void afterEightTimesItFailsForTheWrongNode() {
        Balancer balancer = new Balancer(sent -> true);

        Assertions.assertThatThrownBy(() -> connect(balancer).get(60, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.WRONG_NODE))
                .hasMessageContaining("Parley-Route");
        assertThat(balancer.sent).hasSize(Affinity.MOST_TRIES);
    }

    @Test
    void withoutAffinityThereIsNoConnectionByTheTimeThatFramesCome() throws Exception {
        Balancer balancer = new Balancer(sent -> sent % 2 == 0);

        connect(balancer).get(60, TimeUnit.SECONDS);

        assertThat(closed.get(60, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.WRONG_NODE));
    }

    @Test
    void onceFramesCameAPostThatIsRefusedIsSentAgainAndTakenOnce() throws Exception {
        Balancer balancer = new Balancer(sent -> sent > 3 && sent % 3 != 0);
        Connection connection = connect(balancer).get(60, TimeUnit.SECONDS);
        await().atMost(60, TimeUnit.SECONDS).until(() -> taken.contains("a0"));

        for (int i = 0; i < 10; i++) {
            connection.send(frame("q" + i));
            connection.flush();
            String answer = "a" + (i + 1);
            await().atMost(60, TimeUnit.SECONDS).until(() -> taken.contains(answer));
        }

        assertThat(balancer.bodies).containsExactly("q0", "q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8", "q9");
        assertThat(closed).isNotDone();
        connection.close();
    }

    @Test
    void aNodeThatIsNeverMetAgainEndsTheConnection() throws Exception {
        Balancer balancer = new Balancer(sent -> sent > 3);
        Connection connection = connect(balancer).get(60, TimeUnit.SECONDS);
        await().atMost(60, TimeUnit.SECONDS).until(() -> taken.contains("a0"));

        connection.send(frame("q"));
        connection.flush();

        assertThat(closed.get(60, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.CONNECTION_LOST));
        assertThat(balancer.sent).hasSizeLessThanOrEqualTo(3 + 2 * 32);
        assertThat(balancer.bodies).isEmpty();
    }

    private CompletableFuture<Connection> connect(Balancer balancer) {
        return HttpOpeningConnection.connect(balancer, "test", false, Duration.ofMinutes(1), handler())
                .toCompletableFuture();
    }

    private static ByteBuf frame(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
    }

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
                taken.add(frame.toString(StandardCharsets.UTF_8));
                frame.release();
            }

            @Override
            public void onWritable() {}

            @Override
            public void onClosed(@Nullable Throwable cause) {
                closed.complete(cause);
            }
        };
    }

    /** A poster that sends some posts to another node, and leaves one of the others unanswered until the next one. */
    private static final class Balancer implements Poster {
        private final LongPredicate elsewhere;
        private final List<Long> sent = new CopyOnWriteArrayList<>();
        private final List<String> bodies = new CopyOnWriteArrayList<>();
        private int answered;
        private @Nullable CompletableFuture<Reply> held;

        /** @param elsewhere returns whether a post is sent to another node, given the number of posts before it */
        Balancer(LongPredicate elsewhere) {
            this.elsewhere = elsewhere;
        }

        @Override
        public synchronized CompletionStage<Reply> post(Post post) {
            String body = post.body().toString(StandardCharsets.UTF_8);
            post.body().release();
            sent.add(post.number());
            if (elsewhere.test(sent.size())) {
                return CompletableFuture.completedFuture(Reply.refusal(Reply.WRONG_NODE));
            }
            if (!body.isEmpty()) {
                bodies.add(body);
            }
            if (post.number() == 1) {
                return CompletableFuture.completedFuture(new Reply(Reply.OK, false, Unpooled.EMPTY_BUFFER));
            }
            if (answered == 0) {
                return CompletableFuture.completedFuture(new Reply(Reply.OK, false, frame("a" + answered++)));
            }
            CompletableFuture<Reply> before = held;
            held = new CompletableFuture<>();
            if (before != null) {
                ByteBuf frames = body.isEmpty() ? Unpooled.EMPTY_BUFFER : frame("a" + answered++);
                before.complete(new Reply(Reply.OK, false, frames));
            }
            return held;
        }

        @Override
        public void close() {}
    }
}
