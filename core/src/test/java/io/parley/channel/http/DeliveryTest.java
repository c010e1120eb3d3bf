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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests in which memory a frame is handed on that arrived in an HTTP body. */
class DeliveryTest {
    private final List<ByteBuf> frames = new ArrayList<>();
    private final byte[] memory = new byte[400];
    private final ByteBuf body = Unpooled.wrappedBuffer(memory);

    @Test
    void aFrameThatIsAQuarterOfItsBodyOrMoreIsLeftWhereItIs() {
        deliver(100);

        assertThat(frames).hasSize(4).allMatch(frame -> frame.hasArray() && frame.array() == memory);
        frames.forEach(ByteBuf::release);
        assertThat(body.refCnt()).isZero();
    }

    @Test
    void aShorterOneIsCopiedAndKeepsNothingOfItsBody() {
        deliver(50);

        assertThat(frames).hasSize(8);
        assertThat(body.refCnt()).isZero();
        frames.forEach(ByteBuf::release);
    }

    @Test
    void anAnswerToTheFirstPostThatComesTooLateIsReleased() {
        CompletableFuture<Reply> late = new CompletableFuture<>();
        var connected = HttpOpeningConnection.connect(
                new Poster() {
                    @Override
                    public CompletableFuture<Reply> post(Post post) {
                        return late;
                    }

                    @Override
                    public void close() {}
                },
                "test",
                false,
                Duration.ofMillis(1),
                handler(1));
        await().atMost(60, TimeUnit.SECONDS)
                .until(() -> connected.toCompletableFuture().isCompletedExceptionally());

        late.complete(new Reply(Reply.OK, false, body));

        assertThat(body.refCnt()).isZero();
    }

    private void deliver(int frameBytes) {
        HttpAcceptor acceptor = new HttpAcceptor(ChannelSettings.defaults(), (connection, from) -> handler(frameBytes));
        acceptor.onPost(new Post("0".repeat(32), 1, false, body), new PostSender("", "127.0.0.1", false), reply -> {});
    }

    private ConnectionHandler handler(int frameBytes) {
        return new ConnectionHandler() {
            @Override
            public int frameLength(ByteBuf in) {
                return frameBytes;
            }

            @Override
            public void onRefused(RuntimeException why) {}

            @Override
            public void onFrame(ByteBuf frame) {
                frames.add(frame);
            }

            @Override
            public void onWritable() {}

            @Override
            public void onClosed(@Nullable Throwable cause) {}
        };
    }
}
