package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.frame.DataFrame;
import io.parley.frame.FrameHeader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests messages that are sent before their length is known, with the proportions of the default limits. */
class GrowingMessagesTest extends TwoSides {
    private static final int MESSAGE = 8 * 1024 * 1024;
    private static final int CHUNK = 32 * 1024;
    private static final Limits LIMITS = Limits.defaults()
            .with(Limit.MESSAGE_BYTES, MESSAGE)
            .with(Limit.SESSION_BYTES, 2 * MESSAGE)
            .with(Limit.TOTAL_BYTES, 16 * MESSAGE)
            .with(Limit.STREAM_CREDIT, MESSAGE / 64)
            .with(Limit.SESSION_CREDIT, MESSAGE / 8);

    /** Number of bytes that are held back because the length may be declared. */
    private static final int HELD = 4 * 64 * 1024;

    private int read;

    GrowingMessagesTest() {
        super(LIMITS);
    }

    @Test
    void aLongerMessageGoesOutWhileItIsWrittenAndRaisesItsBound() {
        Stream stream = client.session.exchange().begin(MessageKind.ONE_WAY);
        int written = 0;
        for (; written <= HELD; written += CHUNK) {
            assertThat(client.out).isEmpty();
            client.session.exchange().write(stream, content(CHUNK), false);
        }
        ByteBuf first = client.out.getFirst();
        assertThat(FrameHeader.flags(first) & (DataFrame.BEGIN | DataFrame.AT_MOST | DataFrame.END))
                .isEqualTo(DataFrame.BEGIN | DataFrame.AT_MOST);
        assertThat(DataFrame.declared(first)).isEqualTo(4L * written);
        deliver();
        assertThat(server.reserved()).isEqualTo(4L * written);
        for (long bound = 4L * written; written <= bound; written += CHUNK) {
            client.session.exchange().write(stream, content(CHUNK), false);
            deliver();
        }
        assertThat(server.reserved()).isEqualTo(4L * written);
        client.session.exchange().write(stream, content(10), true);
        deliver();
        assertThat(server.received())
                .singleElement()
                .satisfies(message -> assertThat(message.content().length()).isEqualTo(server.reserved()));
    }

    @Test
    void aMessageThatIsKnownToGetLongGoesOutWithItsFirstChunk() {
        Stream stream = client.session.exchange().begin(MessageKind.ONE_WAY);
        client.session.exchange().expect(stream, MESSAGE / 8);
        client.session.exchange().write(stream, content(10), false);
        ByteBuf first = client.out.getFirst();
        assertThat(FrameHeader.flags(first) & (DataFrame.BEGIN | DataFrame.AT_MOST | DataFrame.END))
                .isEqualTo(DataFrame.BEGIN | DataFrame.AT_MOST);
        assertThat(DataFrame.declared(first)).isBetween((long) MESSAGE / 8, MESSAGE / 8 + 128L * 1024);
        client.session.exchange().write(stream, content(MESSAGE / 8 - 10), true);
        deliver();
        assertThat(server.received())
                .singleElement()
                .satisfies(message -> assertThat(message.content().length()).isEqualTo(MESSAGE / 8));
    }

    @Test
    void aMessageThatIsKnownToStayShortWaitsForItsEnd() {
        Stream stream = client.session.exchange().begin(MessageKind.ONE_WAY);
        client.session.exchange().expect(stream, HELD);
        client.session.exchange().write(stream, content(10), false);
        assertThat(client.out).isEmpty();
        client.session.exchange().write(stream, content(HELD - 10), true);
        assertThat(FrameHeader.flags(client.out.getFirst()) & DataFrame.AT_MOST).isZero();
        deliver();
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void smallMessagesPassThoseThatGrow() {
        for (int i = 0; i < 10; i++) {
            Stream large = client.session.exchange().begin(MessageKind.ONE_WAY);
            for (int written = 0; written < 2 * HELD; written += CHUNK) {
                client.session.exchange().write(large, content(CHUNK), false);
            }
        }
        deliver();
        for (int i = 0; i < 50; i++) {
            client.send(MessageKind.ONE_WAY, content(100));
        }
        deliver();
        assertThat(server.received()).hasSize(50);
        client.session.onConnectionClosed(null);
        server.session.onConnectionClosed(null);
    }

    @Test
    void thoseThatGrowSideBySideAllComeToTheirEnd() {
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            streams.add(client.session.exchange().begin(MessageKind.ONE_WAY));
        }
        int[] written = new int[streams.size()];
        for (int round = 0; read < streams.size() && round < 8 * MESSAGE / CHUNK; round++) {
            for (int i = 0; i < written.length; i++) {
                boolean last = written[i] == MESSAGE - CHUNK;
                if (written[i] < MESSAGE && tryWrite(streams.get(i), last)) {
                    written[i] += CHUNK;
                }
            }
            deliver();
            readAll();
        }
        assertThat(client.failed()).isEmpty();
        assertThat(read).isEqualTo(8);
        assertThat(client.sending.reserved()).isZero();
    }

    @Test
    void aMessageWhoseEndIsKnownDeclaresItsLength() {
        Stream stream = client.session.exchange().begin(MessageKind.ONE_WAY);
        client.session.exchange().write(stream, content(MESSAGE / 8), true);
        assertThat(FrameHeader.flags(client.out.getFirst()) & DataFrame.AT_MOST).isZero();
        deliver();
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void aLongAnswerCountsUntilItWasRead() {
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            client.send(MessageKind.REQUEST, ByteBufAllocator.DEFAULT.buffer(1));
        }
        deliver();
        server.received().forEach(request -> {
            request.content().close();
            streams.add(request.stream());
        });
        server.received().clear();
        for (Stream stream : streams) {
            server.session.exchange().beginAnswer(stream, MessageKind.RESPONSE);
            server.session.exchange().write(stream, content(MESSAGE / 2), true);
            deliver();
        }
        assertThat(client.received()).as("answers that fit").hasSize(4);
        readAll();
        assertThat(client.received()).isEmpty();
        assertThat(read).isEqualTo(5);
        assertThat(client.failed()).isEmpty();
    }

    private boolean tryWrite(Stream stream, boolean last) {
        ByteBuf chunk = content(CHUNK);
        boolean taken = client.session.exchange().tryWrite(stream, chunk, last, () -> {});
        if (!taken) {
            chunk.release();
        }
        return taken;
    }

    /** Reads and acknowledges received content until no more arrives. */
    private void readAll() {
        for (Side side : List.of(client, server)) {
            while (!side.received().isEmpty()) {
                Side.Message message = side.received().remove(0);
                message.content().close();
                side.session.exchange().onRead(message.stream(), message.content());
                read++;
                deliver();
            }
        }
    }
}
