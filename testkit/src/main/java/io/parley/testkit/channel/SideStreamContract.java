package io.parley.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.representation.SideSink;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Contract of side streams over any channel. Extend it with the channel and the address to listen on. The time of the
 * runtimes stands still until a test advances it.
 */
public abstract class SideStreamContract implements SideEndingContract {
    private @Nullable SideTalks sides;

    /** Returns the channel; one provider may serve all tests. */
    protected abstract ChannelProvider provider();

    /** Returns the address to listen on; port 0 if the channel can choose one. */
    protected abstract Address bindAddress();

    @BeforeEach
    void begin() {
        sides = new SideTalks(provider(), bindAddress());
    }

    @AfterEach
    void closeAll() throws Exception {
        sides().close();
    }

    @Override
    public SideTalks sides() {
        return Objects.requireNonNull(sides);
    }

    @Test
    void aForwardingHandlerEchoesInBothDirectionsConcurrently() throws Exception {
        Conversation conversation = sides().talk(Limits.defaults(), SideTalks::passOn);
        GeneratedContent content = new GeneratedContent(SideTalks.LARGE, 1);
        long most = 0;
        try (IncomingMessage answer = SideTalks.ask(conversation, content)) {
            try (InputStream in = answer.source().sides().take(0, "test")) {
                byte[] buffer = new byte[SideTalks.MIB];
                long length = 0;
                for (int bytes = in.read(buffer); bytes >= 0; bytes = in.read(buffer)) {
                    length += bytes;
                    most = Math.max(most, sides().inUse());
                }
                assertThat(length).isEqualTo(SideTalks.LARGE);
            }
        }
        // One window for each direction, and what is buffered in queues and in the channel.
        assertThat(most).as("bytes of pooled memory in use at a time").isLessThan(8 * SideTalks.MIB);
        assertThat(content.awaitClosed()).isTrue();
    }

    @Test
    void everyByteArrivesInItsOrder() throws Exception {
        Conversation conversation = sides().talk(Limits.defaults(), SideTalks::passOn);
        for (int length : new int[] {0, 1, 511, 512, 65_536, 1_000_000, 3_000_001}) {
            try (IncomingMessage answer = SideTalks.ask(conversation, new GeneratedContent(length, length))) {
                assertThat(GeneratedContent.check(answer.source().sides().take(0, "test"), length))
                        .isEqualTo(length);
            }
        }
    }

    @Test
    void sideStreamsAreReadInAnyOrder() throws Exception {
        Conversation conversation = sides().talk(Limits.defaults(), SideTalks::passOn);
        GeneratedContent[] contents = Stream.of(0, 1, 2, 3)
                .map(seed -> new GeneratedContent(3_000_000, seed))
                .toArray(GeneratedContent[]::new);
        try (IncomingMessage answer = SideTalks.ask(conversation, contents)) {
            for (int number = 3; number >= 0; number--) {
                assertThat(GeneratedContent.check(answer.source().sides().take(number, "test"), number))
                        .isEqualTo(3_000_000);
            }
        }
    }

    @Test
    void aTakenSideStreamOutlivesItsMessage() throws Exception {
        Conversation conversation = sides().talk(Limits.defaults(), SideTalks::passOn);
        InputStream taken;
        try (IncomingMessage answer = SideTalks.ask(conversation, new GeneratedContent(3_000_000, 5))) {
            taken = answer.source().sides().take(0, "test");
        }
        assertThat(GeneratedContent.check(taken, 5)).isEqualTo(3_000_000);
    }

    @Test
    void aSlowReaderDoesNotDelayOthers() throws Exception {
        Limits tight = Limits.defaults().with(Limit.SESSION_CREDIT, 2 * SideTalks.MIB);
        Conversation conversation = sides().talk(tight, message -> {
            if (message.source().sides().count() > 0) {
                sides().arrived.add(message);
            } else {
                SideTalks.answer(message);
            }
        });
        GeneratedContent[] contents = Stream.of(0, 1, 2, 3, 4, 5)
                .map(seed -> new GeneratedContent(4 * SideTalks.MIB, seed))
                .toArray(GeneratedContent[]::new);
        Call call = SideTalks.call(conversation, contents);
        try (IncomingMessage request = sides().next()) {
            await().until(() -> Stream.of(contents).allMatch(content -> content.read() >= SideTalks.MIB));
            for (int i = 0; i < 50; i++) {
                SideTalks.ask(conversation).close();
            }
            assertThat(contents[0].read()).as("read ahead of the window").isLessThan(2 * Limit.STREAM_CREDIT.initial());
            for (int number = 0; number < contents.length; number++) {
                assertThat(GeneratedContent.check(request.source().sides().take(number, "test"), number))
                        .isEqualTo(4 * SideTalks.MIB);
                SideTalks.ask(conversation).close();
            }
            SideTalks.answer(request);
        }
        call.response().get(60, TimeUnit.SECONDS).close();
    }

    @Test
    void aResponseThatIsBegunAnewHasOnlyTheSideStreamsOfItsLastBeginning() throws Exception {
        GeneratedContent first = new GeneratedContent(SideTalks.LARGE, 1);
        Conversation conversation = sides().talk(Limits.defaults(), message -> {
            OutgoingMessage response = message.beginResponse(false);
            response.sink().sides().add(first);
            response.discard();
            SideTalks.answer(message, new GeneratedContent(200_000, 2));
        });
        try (IncomingMessage answer = SideTalks.ask(conversation)) {
            assertThat(answer.source().sides().count()).isEqualTo(1);
            assertThat(GeneratedContent.check(answer.source().sides().take(0, "test"), 2))
                    .isEqualTo(200_000);
        }
        assertThat(first.awaitClosed()).isTrue();
        assertThat(first.read()).isZero();
    }

    @Test
    void contentBeyondTheLimitOfSideStreamsIsInline() throws Exception {
        Conversation conversation =
                sides().talk(Limits.defaults().with(Limit.SIDES, 2), message -> SideTalks.answer(message));
        Call call = conversation.beginCall(SideTalks.LONG);
        assertThat(call.sink().sides().add(new GeneratedContent(1, 0))).isZero();
        assertThat(call.sink().sides().add(new GeneratedContent(1, 0))).isEqualTo(1);
        assertThat(call.sink().sides().add(new GeneratedContent(1, 0))).isEqualTo(SideSink.INLINE);
        call.send();
        call.response().get(60, TimeUnit.SECONDS).close();
        await("the room is given back").untilAsserted(() -> {
            Call another = conversation.beginCall(SideTalks.LONG);
            int number = another.sink().sides().add(new GeneratedContent(1, 0));
            another.discard();
            assertThat(number).isZero();
        });
    }

    @Test
    void aReferenceToNothingOrASecondReferenceIsMalformed() throws Exception {
        Conversation conversation = sides().talk(Limits.defaults(), sides().arrived::add);
        Call call = SideTalks.call(conversation, new GeneratedContent(10, 1));
        try (IncomingMessage request = sides().next()) {
            request.source().sides().take(0, "test").close();
            for (int number : new int[] {-1, 0, 1, Integer.MAX_VALUE}) {
                assertThatExceptionOfType(ParleyException.class)
                        .isThrownBy(() -> request.source().sides().take(number, "test"))
                        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_MESSAGE));
            }
            SideTalks.answer(request);
        }
        call.response().get(60, TimeUnit.SECONDS).close();
    }

    @Test
    void manyAtATimeWithSmallCallsBetweenThem() throws Exception {
        Conversation conversation = sides().talk(Limits.defaults(), SideTalks::passOn);
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            calls.add(SideTalks.call(conversation, new GeneratedContent(300_000 + i, i)));
            SideTalks.ask(conversation).close();
        }
        for (int i = 0; i < 40; i++) {
            try (IncomingMessage answer = calls.get(i).response().get(60, TimeUnit.SECONDS)) {
                assertThat(GeneratedContent.check(answer.source().sides().take(0, "test"), i))
                        .isEqualTo(300_000 + i);
            }
        }
    }
}
