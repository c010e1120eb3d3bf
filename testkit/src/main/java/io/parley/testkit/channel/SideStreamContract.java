package io.parley.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.PoolArenaMetric;
import io.netty.buffer.PoolChunkListMetric;
import io.netty.buffer.PoolChunkMetric;
import io.netty.buffer.PooledByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.representation.SideContent;
import io.parley.representation.SideSink;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.Listening;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.testkit.FakeTimers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What side streams promise over whatever channel carries them, as tests: extend it and say which channel and where. The
 * runtimes' time stands still until a test moves it.
 */
public abstract class SideStreamContract {
    private static final int MIB = 1024 * 1024;
    private static final long LARGE = 64L * MIB;
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration IDLE = Duration.ofMillis(Limit.SIDE_IDLE_MILLIS.initial());

    private final FakeTimers time = new FakeTimers();
    private final PooledByteBufAllocator memory = new PooledByteBufAllocator(true);
    private final List<AutoCloseable> open = new ArrayList<>();
    /** What the server was sent, for tests that look at it themselves; they close it. */
    private final BlockingQueue<IncomingMessage> arrived = new LinkedBlockingQueue<>();

    /** The channel; one provider may serve all tests. */
    protected abstract ChannelProvider provider();

    /** Where it can listen; port 0 if it can choose one. */
    protected abstract Address bindAddress();

    @AfterEach
    void closeAll() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @Test
    void aHandlerThatPassesOnWhatItReceivesEchoesItInBothDirectionsAtATime() throws Exception {
        Conversation conversation = talk(Limits.defaults(), SideStreamContract::passOn);
        GeneratedContent content = new GeneratedContent(LARGE, 1);
        long most = 0;
        try (IncomingMessage answer = ask(conversation, content)) {
            try (InputStream in = answer.source().sides().take(0, "test")) {
                byte[] buffer = new byte[MIB];
                long length = 0;
                for (int bytes = in.read(buffer); bytes >= 0; bytes = in.read(buffer)) {
                    length += bytes;
                    most = Math.max(most, inUse());
                }
                assertThat(length).isEqualTo(LARGE);
            }
        }
        // A window of each direction, and what stands in queues and in the channel.
        assertThat(most).as("bytes of pooled memory in use at a time").isLessThan(8 * MIB);
        assertThat(content.awaitClosed()).isTrue();
    }

    @Test
    void everyByteArrivesInItsOrder() throws Exception {
        Conversation conversation = talk(Limits.defaults(), SideStreamContract::passOn);
        for (int length : new int[] {0, 1, 511, 512, 65_536, 1_000_000, 3_000_001}) {
            try (IncomingMessage answer = ask(conversation, new GeneratedContent(length, length))) {
                assertThat(GeneratedContent.check(answer.source().sides().take(0, "test"), length))
                        .isEqualTo(length);
            }
        }
    }

    @Test
    void sideStreamsAreReadInAnyOrder() throws Exception {
        Conversation conversation = talk(Limits.defaults(), SideStreamContract::passOn);
        GeneratedContent[] contents = Stream.of(0, 1, 2, 3)
                .map(seed -> new GeneratedContent(3_000_000, seed))
                .toArray(GeneratedContent[]::new);
        try (IncomingMessage answer = ask(conversation, contents)) {
            for (int number = 3; number >= 0; number--) {
                assertThat(GeneratedContent.check(answer.source().sides().take(number, "test"), number))
                        .isEqualTo(3_000_000);
            }
        }
    }

    @Test
    void whatWasTakenOutlivesItsMessage() throws Exception {
        Conversation conversation = talk(Limits.defaults(), SideStreamContract::passOn);
        InputStream taken;
        try (IncomingMessage answer = ask(conversation, new GeneratedContent(3_000_000, 5))) {
            taken = answer.source().sides().take(0, "test");
        }
        assertThat(GeneratedContent.check(taken, 5)).isEqualTo(3_000_000);
    }

    @Test
    void whatNobodyTookIsStoppedWhenTheMessageIsClosed() throws Exception {
        Conversation conversation = talk(Limits.defaults(), message -> answer(message));
        GeneratedContent content = new GeneratedContent(LARGE, 1);
        ask(conversation, content).close();
        assertThat(content.awaitClosed()).isTrue();
        assertThat(content.read()).isLessThan(4 * MIB);
    }

    @Test
    void aReaderThatStopsStopsTheSender() throws Exception {
        Conversation conversation = talk(Limits.defaults(), arrived::add);
        GeneratedContent content = new GeneratedContent(LARGE, 1);
        Call call = call(conversation, content);
        try (IncomingMessage request = next()) {
            InputStream in = request.source().sides().take(0, "test");
            assertThat(in.readNBytes(10)).hasSize(10);
            in.close();
            assertThat(content.awaitClosed()).isTrue();
            assertThat(content.read()).isLessThan(4 * MIB);
            fails(ErrorCode.CANCELLED, in::read);
            answer(request);
        }
        call.response().get(30, TimeUnit.SECONDS).close();
    }

    @Test
    void aReaderThatIsSlowHoldsUpNobodyElse() throws Exception {
        Limits tight = Limits.defaults().with(Limit.SESSION_CREDIT, 2 * MIB);
        Conversation conversation = talk(tight, message -> {
            if (message.source().sides().count() > 0) {
                arrived.add(message);
            } else {
                answer(message);
            }
        });
        GeneratedContent[] contents = Stream.of(0, 1, 2, 3, 4, 5)
                .map(seed -> new GeneratedContent(4 * MIB, seed))
                .toArray(GeneratedContent[]::new);
        Call call = call(conversation, contents);
        try (IncomingMessage request = next()) {
            await().until(() -> Stream.of(contents).allMatch(content -> content.read() >= MIB));
            for (int i = 0; i < 50; i++) {
                ask(conversation).close();
            }
            assertThat(contents[0].read()).as("read ahead of the window").isLessThan(2 * MIB);
            for (int number = 0; number < contents.length; number++) {
                assertThat(GeneratedContent.check(request.source().sides().take(number, "test"), number))
                        .isEqualTo(4 * MIB);
                ask(conversation).close();
            }
            answer(request);
        }
        call.response().get(30, TimeUnit.SECONDS).close();
    }

    @Test
    void aSenderThatFailsTellsItsReaderAndTheSessionLives() throws Exception {
        Conversation conversation = talk(Limits.defaults(), arrived::add);
        GeneratedContent content = new GeneratedContent(LARGE, 1).failingAt(2_000_000);
        Call call = call(conversation, content);
        try (IncomingMessage request = next()) {
            InputStream in = request.source().sides().take(0, "test");
            fails(ErrorCode.ENCODING, () -> GeneratedContent.check(in, 1));
            answer(request);
        }
        call.response().get(30, TimeUnit.SECONDS).close();
        assertThat(content.awaitClosed()).isTrue();
        assertThat(conversation.isOpen()).isTrue();
    }

    @Test
    void aSenderThatBringsNothingIsGivenUpAfterATime() throws Exception {
        Conversation conversation = talk(Limits.defaults(), arrived::add);
        Call call = call(conversation, new GeneratedContent(LARGE, 1).stallingAt(100_000));
        try (IncomingMessage request = next()) {
            InputStream in = request.source().sides().take(0, "test");
            assertThat(in.readNBytes(100_000)).hasSize(100_000);
            time.advance(IDLE);
            fails(ErrorCode.TIMEOUT, in::read);
            answer(request);
        }
        call.response().get(30, TimeUnit.SECONDS).close();
    }

    @Test
    void whatIsTakenAndNotReadIsGivenUpAfterATime() throws Exception {
        Conversation conversation = talk(Limits.defaults(), arrived::add);
        GeneratedContent content = new GeneratedContent(LARGE, 1);
        Call call = call(conversation, content);
        try (IncomingMessage request = next()) {
            InputStream in = request.source().sides().take(0, "test");
            await().until(() -> content.read() >= MIB);
            await().until(() -> {
                time.advance(IDLE);
                return content.awaitClosed();
            });
            fails(ErrorCode.TIMEOUT, in::read);
            answer(request);
        }
        call.response().get(30, TimeUnit.SECONDS).close();
    }

    @Test
    void aCallThatIsCancelledStopsItsSideStreams() throws Exception {
        Conversation conversation = talk(Limits.defaults(), arrived::add);
        GeneratedContent content = new GeneratedContent(LARGE, 1);
        Call call = call(conversation, content);
        try (IncomingMessage request = next()) {
            InputStream in = request.source().sides().take(0, "test");
            assertThat(in.readNBytes(10)).hasSize(10);
            call.cancel();
            assertThat(content.awaitClosed()).isTrue();
            fails(ErrorCode.CANCELLED, () -> in.readAllBytes());
        }
    }

    @Test
    void aMessageThatIsDiscardedOpensNothing() throws Exception {
        Conversation conversation = talk(Limits.defaults(), SideStreamContract::passOn);
        GeneratedContent content = new GeneratedContent(LARGE, 1);
        Call call = conversation.beginCall(LONG);
        assertThat(call.sink().sides().add(content)).isZero();
        call.discard();
        assertThat(content.awaitClosed()).isTrue();
        assertThat(content.read()).isZero();
        ask(conversation).close();
    }

    @Test
    void aResponseThatIsBegunAnewHasOnlyTheSideStreamsOfItsLastBeginning() throws Exception {
        GeneratedContent first = new GeneratedContent(LARGE, 1);
        Conversation conversation = talk(Limits.defaults(), message -> {
            OutgoingMessage response = message.beginResponse(false);
            response.sink().sides().add(first);
            response.discard();
            answer(message, new GeneratedContent(200_000, 2));
        });
        try (IncomingMessage answer = ask(conversation)) {
            assertThat(answer.source().sides().count()).isEqualTo(1);
            assertThat(GeneratedContent.check(answer.source().sides().take(0, "test"), 2))
                    .isEqualTo(200_000);
        }
        assertThat(first.awaitClosed()).isTrue();
        assertThat(first.read()).isZero();
    }

    @Test
    void beyondTheLimitContentHasToStandInTheMessage() throws Exception {
        Conversation conversation = talk(Limits.defaults().with(Limit.SIDES, 2), message -> answer(message));
        Call call = conversation.beginCall(LONG);
        assertThat(call.sink().sides().add(new GeneratedContent(1, 0))).isZero();
        assertThat(call.sink().sides().add(new GeneratedContent(1, 0))).isEqualTo(1);
        assertThat(call.sink().sides().add(new GeneratedContent(1, 0))).isEqualTo(SideSink.INLINE);
        call.send();
        call.response().get(30, TimeUnit.SECONDS).close();
        await("the room is given back").untilAsserted(() -> {
            Call another = conversation.beginCall(LONG);
            int number = another.sink().sides().add(new GeneratedContent(1, 0));
            another.discard();
            assertThat(number).isZero();
        });
    }

    @Test
    void moreThanASideStreamMayBringEndsIt() throws Exception {
        Conversation conversation = talk(Limits.defaults().with(Limit.SIDE_BYTES, 100_000), arrived::add);
        Call call = call(conversation, new GeneratedContent(100_001, 1));
        try (IncomingMessage request = next()) {
            InputStream in = request.source().sides().take(0, "test");
            fails(ErrorCode.LIMIT, () -> GeneratedContent.check(in, 1));
            answer(request);
        }
        call.response().get(30, TimeUnit.SECONDS).close();
    }

    @Test
    void aReferenceToNothingOrASecondReferenceIsMalformed() throws Exception {
        Conversation conversation = talk(Limits.defaults(), arrived::add);
        Call call = call(conversation, new GeneratedContent(10, 1));
        try (IncomingMessage request = next()) {
            request.source().sides().take(0, "test").close();
            for (int number : new int[] {-1, 0, 1, Integer.MAX_VALUE}) {
                assertThatExceptionOfType(ParleyException.class)
                        .isThrownBy(() -> request.source().sides().take(number, "test"))
                        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_MESSAGE));
            }
            answer(request);
        }
        call.response().get(30, TimeUnit.SECONDS).close();
    }

    @Test
    void whenTheSessionEndsReadersAndSendersLearnIt() throws Exception {
        Conversation conversation = talk(Limits.defaults(), arrived::add);
        GeneratedContent content = new GeneratedContent(LARGE, 1);
        call(conversation, content);
        try (IncomingMessage request = next()) {
            InputStream in = request.source().sides().take(0, "test");
            assertThat(in.readNBytes(10)).hasSize(10);
            conversation.close(ErrorCode.CLOSED, "the test is done");
            assertThatExceptionOfType(IOException.class).isThrownBy(in::readAllBytes);
            assertThat(content.awaitClosed()).isTrue();
        }
    }

    @Test
    void aDrainedSessionWaitsForItsSideStreams() throws Exception {
        Conversation conversation = talk(Limits.defaults(), SideStreamContract::passOn);
        try (IncomingMessage answer = ask(conversation, new GeneratedContent(3_000_000, 5))) {
            conversation.drain();
            assertThat(GeneratedContent.check(answer.source().sides().take(0, "test"), 5))
                    .isEqualTo(3_000_000);
        }
        assertThat(conversation.closed().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void manyAtATimeWithSmallCallsBetweenThem() throws Exception {
        Conversation conversation = talk(Limits.defaults(), SideStreamContract::passOn);
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            calls.add(call(conversation, new GeneratedContent(300_000 + i, i)));
            ask(conversation).close();
        }
        for (int i = 0; i < 40; i++) {
            try (IncomingMessage answer = calls.get(i).response().get(30, TimeUnit.SECONDS)) {
                assertThat(GeneratedContent.check(answer.source().sides().take(0, "test"), i))
                        .isEqualTo(300_000 + i);
            }
        }
    }

    /** Answers with the side streams of the request, which it does not read. */
    private static void passOn(IncomingMessage message) {
        SideContent[] contents = new SideContent[message.source().sides().count()];
        for (int i = 0; i < contents.length; i++) {
            InputStream in = message.source().sides().take(i, "test");
            contents[i] = new SideContent() {
                @Override
                public InputStream open() {
                    return in;
                }

                @Override
                public void discard() {
                    try {
                        in.close();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            };
        }
        answer(message, contents);
    }

    private static void answer(IncomingMessage message, SideContent... contents) {
        OutgoingMessage response = message.beginResponse(false);
        add(response, contents);
        response.send();
        message.close();
    }

    private static Call call(Conversation conversation, SideContent... contents) {
        Call call = conversation.beginCall(LONG);
        add(call, contents);
        call.send();
        return call;
    }

    private static void add(OutgoingMessage message, SideContent... contents) {
        for (int number = 0; number < contents.length; number++) {
            assertThat(message.sink().sides().add(contents[number])).isEqualTo(number);
        }
        message.sink().writeVarint(contents.length);
    }

    private static IncomingMessage ask(Conversation conversation, SideContent... contents) throws Exception {
        return call(conversation, contents).response().get(30, TimeUnit.SECONDS);
    }

    private IncomingMessage next() throws InterruptedException {
        IncomingMessage message = arrived.poll(30, TimeUnit.SECONDS);
        assertThat(message).as("a message at the server").isNotNull();
        return message;
    }

    private static void fails(ErrorCode code, ThrowingCallable reading) {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(reading)
                .havingCause()
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    /** What the runtimes took from their allocator and did not give back. */
    private long inUse() {
        long used = 0;
        for (PoolArenaMetric arena : arenas()) {
            for (PoolChunkListMetric chunks : arena.chunkLists()) {
                for (PoolChunkMetric chunk : chunks) {
                    used += chunk.chunkSize() - chunk.freeBytes();
                }
            }
        }
        return used;
    }

    private List<PoolArenaMetric> arenas() {
        List<PoolArenaMetric> arenas = new ArrayList<>(memory.metric().directArenas());
        arenas.addAll(memory.metric().heapArenas());
        return arenas;
    }

    private Conversation talk(Limits limits, MessageHandler atServer) throws Exception {
        ParleyRuntime server = runtime(limits);
        Listening listening = server.listen(provider().traits().name(), bindAddress(), null);
        Address address = listening.address();
        Agreement agreement = Agreement.byApi(
                "xml",
                provider().traits().name(),
                List.of(new HostPort(address.host(), address.port())),
                limits,
                "no parts");
        byte[] token = server.issue(agreement, "someone", null, atServer);
        return runtime(limits)
                .open(agreement, token, new byte[0], IncomingMessage::close)
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
    }

    private ParleyRuntime runtime(Limits limits) {
        ParleyRuntime runtime = ParleyRuntime.builder()
                .limits(limits)
                .timers(time)
                .allocator(memory)
                .keepAlive(LONG) // so that a test may let time go by at once
                .channels(List.of(provider()))
                .build();
        open.add(runtime);
        return runtime;
    }
}
