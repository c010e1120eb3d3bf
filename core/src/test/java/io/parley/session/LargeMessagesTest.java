package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.parley.Limit;
import io.parley.Limits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests how much messages of a given length reserve at their receiver, with the proportions of the default limits. */
class LargeMessagesTest extends TwoSides {
    private static final int MESSAGE = 1024 * 1024;
    private static final int CHUNK = 4096;
    private static final Limits LIMITS = Limits.defaults()
            .with(Limit.MESSAGE_BYTES, MESSAGE)
            .with(Limit.SESSION_BYTES, 2 * MESSAGE)
            .with(Limit.TOTAL_BYTES, 8 * MESSAGE)
            .with(Limit.STREAM_CREDIT, MESSAGE / 64)
            .with(Limit.SESSION_CREDIT, MESSAGE / 8);

    LargeMessagesTest() {
        super(LIMITS);
    }

    @Test
    void aSessionMayHoldTwoMessagesOfTheGreatestLength() {
        assertThat(Limit.SESSION_BYTES.initial()).isEqualTo(2 * Limit.MESSAGE_BYTES.initial());
    }

    @Test
    void sixteenAtATimeOfUpToAQuarterOfTheLimitReserveWhatTheyAre() {
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            streams.add(client.session.exchange().begin(MessageKind.REQUEST));
        }
        int total = writeSideBySide(streams, MESSAGE / 68);
        assertThat(client.failed()).isEmpty();
        assertThat(server.received()).hasSize(16);
        assertThat(server.reserved()).isEqualTo(total);
    }

    @Test
    void answersThatWaitToBeReadDoNotKeepOthersFromComing() {
        for (int i = 0; i < 16; i++) {
            client.send(MessageKind.REQUEST, ByteBufAllocator.DEFAULT.buffer(1));
        }
        deliver();
        List<Stream> streams = new ArrayList<>();
        server.received().forEach(request -> {
            request.content().close();
            server.session.exchange().beginAnswer(request.stream(), MessageKind.RESPONSE);
            streams.add(request.stream());
        });
        server.received().clear();
        int total = writeSideBySide(streams, MESSAGE / 68);
        assertThat(client.received()).hasSize(16);
        assertThat(client.reserved()).isEqualTo(total);
    }

    /**
     * Writes one chunk of each stream in turn; the first has the unit's length, each further one a unit more. Returns
     * the total length.
     */
    private int writeSideBySide(List<Stream> streams, int unit) {
        int total = 0;
        for (int at = 0; at < streams.size() * unit; at += CHUNK) {
            for (int i = 0; i < streams.size(); i++) {
                int length = (i + 1) * unit;
                int bytes = Math.min(CHUNK, length - at);
                if (bytes > 0) {
                    side(streams.get(i)).session.exchange().write(streams.get(i), content(bytes), at + bytes == length);
                    total += bytes;
                }
            }
            deliver();
        }
        return total;
    }

    private Side side(Stream stream) {
        return stream.own ? client : server;
    }
}
