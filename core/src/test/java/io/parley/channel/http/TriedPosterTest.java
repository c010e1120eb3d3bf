package io.parley.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Tests which of two posters sends the posts of a connection. */
class TriedPosterTest {
    private final Told tried = new Told();
    private final Told otherwise = new Told();
    private final TriedPoster poster = new TriedPoster(tried, otherwise);

    @Test
    void aFirstPostThatGetsThroughDecidesForAll() {
        assertThat(post(1)).isEqualTo(200);
        assertThat(post(2)).isEqualTo(200);

        assertThat(tried.posts).containsExactly(1L, 2L);
        assertThat(otherwise.posts).isEmpty();
        assertThat(otherwise.closed).isTrue();
    }

    @Test
    void aFirstPostThatIsRefusedIsSentByTheOther() {
        tried.status = 401;

        assertThat(post(1)).isEqualTo(200);
        assertThat(post(2)).isEqualTo(200);

        assertThat(tried.posts).containsExactly(1L);
        assertThat(tried.closed).isTrue();
        assertThat(otherwise.posts).containsExactly(1L, 2L);
    }

    @Test
    void aFirstPostThatFailsIsSentByTheOther() {
        tried.status = 0;

        assertThat(post(1)).isEqualTo(200);

        assertThat(otherwise.posts).containsExactly(1L);
    }

    @Test
    void anotherNodesRefusalDecidesNothing() {
        tried.status = Reply.WRONG_NODE;
        assertThat(post(1)).isEqualTo(Reply.WRONG_NODE);

        tried.status = 200;
        assertThat(post(1)).isEqualTo(200);
        assertThat(post(2)).isEqualTo(200);

        assertThat(tried.posts).containsExactly(1L, 1L, 2L);
        assertThat(otherwise.posts).isEmpty();
    }

    @Test
    void bodiesAreReleasedOnceByEachWay() {
        tried.status = 503;
        ByteBuf body = Unpooled.buffer().writeByte(1);

        var unused = poster.post(new Post("0".repeat(32), 1, false, body));

        assertThat(body.refCnt()).isZero();
    }

    /** Returns the status of the response to the post; 0 if there was none. */
    private int post(long number) {
        Reply reply = poster.post(new Post("0".repeat(32), number, false, Unpooled.EMPTY_BUFFER))
                .toCompletableFuture()
                .getNow(null);
        return reply == null ? 0 : reply.status();
    }

    private static final class Told implements Poster {
        private final List<Long> posts = new ArrayList<>();
        /** The status of each response; 0 for no response. */
        private int status = 200;

        private boolean closed;

        @Override
        public CompletionStage<Reply> post(Post post) {
            posts.add(post.number());
            post.body().release();
            return status == 0
                    ? CompletableFuture.failedFuture(new IOException("nobody there"))
                    : CompletableFuture.completedFuture(new Reply(status, false, Unpooled.EMPTY_BUFFER));
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
