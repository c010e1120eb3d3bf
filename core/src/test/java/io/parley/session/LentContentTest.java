package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests content that is lent by its writer and copied when it is sent. */
class LentContentTest extends TwoSides {
    private static final int BYTES = 1_000_000;
    private static final int CREDIT = 100_000;
    private static final int MOST = 2 * BYTES;

    private final byte[] lent = new byte[BYTES];
    private int taken;
    private int rung;

    LentContentTest() {
        super(Limits.defaults()
                .with(Limit.STREAM_CREDIT, CREDIT)
                .with(Limit.MESSAGE_BYTES, MOST)
                .with(Limit.SESSION_BYTES, 2 * MOST)
                .with(Limit.TOTAL_BYTES, 2 * MOST));
        new Random(1).nextBytes(lent);
    }

    @Test
    void itArrivesBetweenWhatStandsBeforeAndBehindIt() {
        Stream stream = begin();
        client.session.exchange().write(stream, content(3), false);
        lend(stream);
        deliver();
        assertThat(stream.borrows()).isFalse();
        assertThat(rung).isPositive();
        client.session.exchange().write(stream, content(2), true);
        deliver();
        byte[] expected = new byte[BYTES + 5];
        System.arraycopy(lent, 0, expected, 3, BYTES);
        assertThat(arrived()).isEqualTo(expected);
    }

    @Test
    void noMoreIsCopiedThanMayBeSent() {
        Stream stream = begin();
        lend(stream);
        assertThat(taken).as("the window").isEqualTo(CREDIT);
        assertThat(client.sending.reserved()).as("memory for what waits").isZero();
        end(stream);
        deliver();
    }

    @Test
    void nothingIsTakenAfterItsWriterGaveUp() {
        client.writable = false;
        Stream stream = begin();
        lend(stream);
        ParleyException why = client.session.exchange().noRoom(stream, BYTES);
        assertThat(why.code()).isEqualTo(ErrorCode.BUDGET);
        client.writable = true;
        client.session.onWritable();
        deliver();
        assertThat(stream.borrows()).isFalse();
        assertThat(taken).isZero();
        end(stream);
    }

    @Test
    void aRestThatMayWaitInChunksIsTakenBack() {
        Stream stream = begin();
        lend(stream);
        assertThat(client.session.exchange().mayTakeBack(stream)).isTrue();
        assertThat(client.session.exchange().takeBack(stream)).isEqualTo(BYTES - CREDIT);
        assertThat(stream.borrows()).isFalse();
        deliver();
        assertThat(taken).isEqualTo(CREDIT);
        end(stream);
    }

    @Test
    void itsWriterLooksAgainWhenSoLittleIsLeftThatItMayWaitInChunks() {
        Stream stream = begin();
        client.session.exchange().lend(stream, MOST, (into, bytes) -> into.writeZero(bytes), () -> rung++);
        assertThat(client.session.exchange().mayTakeBack(stream)).isFalse();
        while (rung == 0) {
            deliver(client, server);
            deliver(server, client);
        }
        assertThat(stream.borrows()).isTrue();
        assertThat(client.session.exchange().mayTakeBack(stream)).isTrue();
        end(stream);
        deliver();
    }

    @Test
    void itsWriterHasItBackWhenTheStreamIsAborted() {
        Stream stream = begin();
        lend(stream);
        int before = taken;
        end(stream);
        assertThat(stream.borrows()).isFalse();
        assertThat(rung).isPositive();
        deliver();
        assertThat(taken).isEqualTo(before);
    }

    @Test
    void itsWriterHasItBackWhenTheSessionIsOver() {
        Stream stream = begin();
        lend(stream);
        client.session.onConnectionClosed(null);
        assertThat(stream.borrows()).isFalse();
        assertThat(rung).isPositive();
    }

    @Test
    void aMessageThatWouldBeTooLongIsRefusedBeforeAnyOfIt() {
        Stream stream = begin();
        assertThatThrownBy(() -> client.session
                        .exchange()
                        .lend(stream, MOST + 1L, (into, bytes) -> taken += bytes, () -> rung++))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT));
        assertThat(taken).isZero();
        assertThat(stream.borrows()).isFalse();
    }

    @Test
    void aStreamThatIsOverBorrowsNothing() {
        Stream stream = begin();
        end(stream);
        lend(stream);
        assertThat(stream.borrows()).isFalse();
        assertThat(taken).isZero();
    }

    @Test
    void otherMessagesPassBetweenItsPieces() {
        Stream stream = begin();
        lend(stream);
        client.send(MessageKind.ONE_WAY, content(100));
        deliver(client, server);
        assertThat(server.received()).as("whole, while the other goes out").hasSize(1);
        deliver();
        end(stream);
        server.received().forEach(message -> message.content().close());
    }

    private Stream begin() {
        return client.session.exchange().begin(MessageKind.ONE_WAY);
    }

    private void lend(Stream stream) {
        client.session.exchange().lend(stream, BYTES, this::take, () -> rung++);
    }

    private void take(ByteBuf into, int bytes) {
        into.writeBytes(lent, taken, bytes);
        taken += bytes;
    }

    private void end(Stream stream) {
        client.session.exchange().abort(stream, ErrorCode.CANCELLED, "the test ends it");
    }

    private byte[] arrived() {
        try (Received content = server.received().get(0).content()) {
            byte[] all = new byte[0];
            for (ByteBuf next = content.next(); next != null; next = content.next()) {
                int before = all.length;
                all = Arrays.copyOf(all, before + next.readableBytes());
                Unpooled.wrappedBuffer(all).setBytes(before, next, next.readerIndex(), next.readableBytes());
                next.release();
            }
            return all;
        }
    }
}
