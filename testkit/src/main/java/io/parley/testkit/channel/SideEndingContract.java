package io.parley.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Contract of the end of side streams: which side it reaches, with which code, and that no thread waits forever. */
interface SideEndingContract {
    /** Returns the conversations of one test. */
    SideTalks sides();

    @Test
    default void aSideStreamThatWasNotTakenIsStoppedWhenTheMessageIsClosed() throws Exception {
        Conversation conversation = sides().talk(Limits.defaults(), message -> SideTalks.answer(message));
        GeneratedContent content = new GeneratedContent(SideTalks.LARGE, 1);
        SideTalks.ask(conversation, content).close();
        assertThat(content.awaitClosed()).isTrue();
        assertThat(content.read()).isLessThan(4 * SideTalks.MIB);
    }

    @Test
    default void unreadContentIsReleasedWithItsSession() throws Exception {
        GeneratedContent content = new GeneratedContent(SideTalks.MIB, 1);
        Conversation conversation = sides().talk(Limits.defaults(), SideTalks::passOn);
        try (IncomingMessage answer = SideTalks.ask(conversation, content)) {
            InputStream in = answer.source().sides().take(0, "test");
            assertThat(in.read()).isNotNegative();
            assertThat(content.awaitClosed()).isTrue();
            await().atMost(Talks.PATIENCE).until(() -> conversation.traffic().bytesIn() > SideTalks.MIB);
            answer.close();
            conversation.close(ErrorCode.CLOSED, "the test is done");
            await().atMost(Talks.PATIENCE)
                    .untilAsserted(() -> assertThat(sides().buffers())
                            .as("buffers that nobody gave back")
                            .isZero());
            // The rest belongs to arenas, which keep a run of pages for each size of small buffers.
            assertThat(sides().inUse()).isLessThan(3 * SideTalks.MIB / 4);
        }
    }

    @Test
    default void aReaderThatStopsStopsTheSender() throws Exception {
        GeneratedContent content = new GeneratedContent(SideTalks.LARGE, 1);
        whileRead(Limits.defaults(), content, in -> {
            assertThat(in.readNBytes(10)).hasSize(10);
            in.close();
            assertThat(content.awaitClosed()).isTrue();
            assertThat(content.read()).isLessThan(4 * SideTalks.MIB);
            SideTalks.fails(ErrorCode.CANCELLED, in::read);
        });
    }

    @Test
    default void aSenderThatFailsTellsItsReaderAndTheSessionLives() throws Exception {
        GeneratedContent content = new GeneratedContent(SideTalks.LARGE, 1).failingAt(2_000_000);
        Conversation conversation = whileRead(
                Limits.defaults(),
                content,
                in -> SideTalks.fails(ErrorCode.ENCODING, () -> GeneratedContent.check(in, 1)));
        assertThat(content.awaitClosed()).isTrue();
        assertThat(conversation.isOpen()).isTrue();
    }

    @Test
    default void aSenderWithoutProgressTimesOut() throws Exception {
        GeneratedContent content = new GeneratedContent(SideTalks.LARGE, 1).stallingAt(100_000);
        whileRead(Limits.defaults(), content, in -> {
            assertThat(in.readNBytes(100_000)).hasSize(100_000);
            sides().time().advance(SideTalks.IDLE);
            SideTalks.fails(ErrorCode.TIMEOUT, in::read);
        });
    }

    @Test
    default void aTakenSideStreamThatIsNotReadTimesOut() throws Exception {
        GeneratedContent content = new GeneratedContent(SideTalks.LARGE, 1);
        whileRead(Limits.defaults(), content, in -> {
            // A reader that holds a piece has not given up.
            assertThat(in.read()).isNotNegative();
            await().until(() -> content.read() >= SideTalks.MIB);
            await().until(() -> {
                sides().time().advance(SideTalks.IDLE);
                // Either side may time out first; the reader has given up, too.
                return content.isClosed() && in.available() == 0;
            });
            SideTalks.fails(ErrorCode.TIMEOUT, in::read);
        });
    }

    @Test
    default void aReaderThatMissedTheRestDoesNotSeeAnEndOfContent() throws Exception {
        GeneratedContent content = new GeneratedContent(1_000, 1);
        whileRead(Limits.defaults(), content, in -> {
            assertThat(in.read()).isNotNegative();
            assertThat(content.awaitClosed()).isTrue();
            await().until(() -> {
                sides().time().advance(SideTalks.IDLE);
                return in.available() == 0;
            });
            SideTalks.fails(ErrorCode.TIMEOUT, in::read);
        });
    }

    @Test
    default void aCallThatIsCancelledStopsItsSideStreams() throws Exception {
        Conversation conversation = sides().talk(Limits.defaults(), sides().arrived::add);
        GeneratedContent content = new GeneratedContent(SideTalks.LARGE, 1);
        Call call = SideTalks.call(conversation, content);
        try (IncomingMessage request = sides().next()) {
            InputStream in = request.source().sides().take(0, "test");
            assertThat(in.readNBytes(10)).hasSize(10);
            call.cancel();
            assertThat(content.awaitClosed()).isTrue();
            SideTalks.fails(ErrorCode.CANCELLED, () -> in.readAllBytes());
        }
    }

    @Test
    default void aMessageThatIsDiscardedOpensNothing() throws Exception {
        Conversation conversation = sides().talk(Limits.defaults(), SideTalks::passOn);
        GeneratedContent content = new GeneratedContent(SideTalks.LARGE, 1);
        Call call = conversation.beginCall(SideTalks.LONG);
        assertThat(call.sink().sides().add(content)).isZero();
        call.discard();
        assertThat(content.awaitClosed()).isTrue();
        assertThat(content.read()).isZero();
        SideTalks.ask(conversation).close();
    }

    @Test
    default void aSideStreamBeyondItsLimitIsEnded() throws Exception {
        Limits limits = Limits.defaults().with(Limit.SIDE_BYTES, 100_000);
        whileRead(
                limits,
                new GeneratedContent(100_001, 1),
                in -> SideTalks.fails(ErrorCode.LIMIT, () -> GeneratedContent.check(in, 1)));
    }

    @Test
    default void whenTheSessionEndsReadersAndSendersLearnIt() throws Exception {
        Conversation conversation = sides().talk(Limits.defaults(), sides().arrived::add);
        GeneratedContent content = new GeneratedContent(SideTalks.LARGE, 1);
        SideTalks.call(conversation, content);
        try (IncomingMessage request = sides().next()) {
            InputStream in = request.source().sides().take(0, "test");
            assertThat(in.readNBytes(10)).hasSize(10);
            conversation.close(ErrorCode.CLOSED, "the test is done");
            assertThatExceptionOfType(IOException.class).isThrownBy(in::readAllBytes);
            assertThat(content.awaitClosed()).isTrue();
        }
    }

    @Test
    default void aDrainedSessionWaitsForItsSideStreams() throws Exception {
        Conversation conversation = sides().talk(Limits.defaults(), SideTalks::passOn);
        try (IncomingMessage answer = SideTalks.ask(conversation, new GeneratedContent(3_000_000, 5))) {
            conversation.drain();
            assertThat(GeneratedContent.check(answer.source().sides().take(0, "test"), 5))
                    .isEqualTo(3_000_000);
        }
        assertThat(conversation.closed().toCompletableFuture()).succeedsWithin(Duration.ofMinutes(1));
    }

    /** Sends a request with one side stream, of which {@code reading} reads a part, and answers it. */
    private Conversation whileRead(Limits limits, GeneratedContent content, Reading reading) throws Exception {
        Conversation conversation = sides().talk(limits, sides().arrived::add);
        Call call = SideTalks.call(conversation, content);
        try (IncomingMessage request = sides().next()) {
            InputStream in = request.source().sides().take(0, "test");
            reading.read(in);
            SideTalks.answer(request);
        }
        call.response().get(60, TimeUnit.SECONDS).close();
        return conversation;
    }

    /** Reads a side stream at its receiver. */
    @FunctionalInterface
    interface Reading {
        void read(InputStream in) throws Exception;
    }
}
