package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.Limit;
import io.parley.Limits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests large responses that together exceed a session's memory: their writers wait, but never for each other. */
class CrowdedSessionTest extends TwoSides {
    private static final int KIB = 1024;
    private static final int CHUNK = 4 * KIB;
    private static final int ANSWER = 256 * KIB;
    private static final int ANSWERS = 60;
    private static final Limits LIMITS = Limits.defaults()
            .with(Limit.FRAME_BYTES, 2 * CHUNK)
            .with(Limit.MESSAGE_BYTES, 512 * KIB)
            .with(Limit.SESSION_BYTES, 640 * KIB)
            .with(Limit.STREAM_CREDIT, 4 * CHUNK)
            .with(Limit.SESSION_CREDIT, 16 * CHUNK)
            .with(Limit.STREAMS, ANSWERS);

    private final List<Writer> writers = new ArrayList<>();
    private long mostReserved;

    CrowdedSessionTest() {
        super(LIMITS);
    }

    @Test
    void sixtyAnswersThatWaitForMemoryAreAllWrittenInTheEnd() {
        server.writable = false;
        ask();
        writeAsFarAsThereIsRoom();
        assertThat(writers).as("all have begun, none has room for all").noneMatch(Writer::isDone);
        server.writable = true;
        server.session.onWritable();
        for (int read = 0; read < ANSWERS; read += readAnswers()) {
            long before = server.session.exchange().contentOut();
            deliver();
            writeAsFarAsThereIsRoom();
            assertThat(server.session.exchange().contentOut()
                            + client.received().size())
                    .as("bytes sent: if none are while " + read + " of " + ANSWERS + " are through, none ever will be")
                    .isGreaterThan(before);
        }
        assertThat(server.failed()).isEmpty();
        assertThat(mostReserved)
                .as("bytes reserved: the session's, and one chunk of the message that must go on")
                .isBetween(LIMITS.get(Limit.SESSION_BYTES) - CHUNK, LIMITS.get(Limit.SESSION_BYTES) + CHUNK);
    }

    private void ask() {
        for (int i = 0; i < ANSWERS; i++) {
            client.send(MessageKind.REQUEST, ByteBufAllocator.DEFAULT.buffer(1));
        }
        deliver();
        server.received().forEach(request -> {
            request.content().close();
            server.session.exchange().beginAnswer(request.stream(), MessageKind.RESPONSE);
            writers.add(new Writer(request.stream()));
        });
        server.received().clear();
    }

    /** Writes one chunk of each response in turn, except of those whose writer has to wait. */
    private void writeAsFarAsThereIsRoom() {
        boolean wrote = true;
        while (wrote) {
            wrote = false;
            for (Writer writer : writers) {
                wrote |= writer.tryToWrite();
            }
            mostReserved = Math.max(mostReserved, server.sending.reserved());
        }
    }

    private int readAnswers() {
        int read = client.received().size();
        client.received().forEach(answer -> {
            answer.content().close();
            client.session.exchange().onRead(answer.stream(), answer.content());
        });
        client.received().clear();
        return read;
    }

    private final class Writer {
        private final Stream stream;
        private int written;
        private boolean mayTry = true;

        Writer(Stream stream) {
            this.stream = stream;
        }

        boolean isDone() {
            return written == ANSWER;
        }

        boolean tryToWrite() {
            if (!mayTry || isDone()) {
                return false;
            }
            mayTry = false;
            ByteBuf chunk = content(CHUNK);
            boolean last = written + CHUNK == ANSWER;
            boolean taken = server.session.exchange().tryWrite(stream, chunk, last, () -> mayTry = true);
            if (taken) {
                mayTry = true;
                written += CHUNK;
            } else {
                chunk.release();
            }
            return taken;
        }
    }
}
