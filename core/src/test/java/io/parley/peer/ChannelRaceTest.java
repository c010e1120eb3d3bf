package io.parley.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.negotiation.FallbackReason;
import io.parley.runtime.Conversation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the race of channels. No test waits: a head start or timeout is zero, or longer than any test runs. */
@Timeout(60)
class ChannelRaceTest {
    private static final Duration NONE = Duration.ZERO;
    private static final Duration LONG = Duration.ofHours(1);
    private static final List<String> ALL = List.of("stream", "websocket", "http");

    private final Service service = new Service();

    @Test
    void theFirstChannelThatOpensIsTheOnlyOneThatIsOffered() throws Exception {
        StandingConversation stream = service.opens("stream");

        race(LONG, LONG);

        assertThat(service.told).containsExactly("opened stream");
        assertThat(service.offers).containsExactly(ALL);
        assertThat(stream.isOpen()).isTrue();
        assertThat(service.failedChannels).isEmpty();
    }

    @Test
    void aChannelThatIsRefusedMakesRoomForTheNextAtOnce() throws Exception {
        service.fails("stream", ErrorCode.CONNECT_FAILED);
        service.opens("websocket");

        race(LONG, LONG);

        assertThat(service.told).containsExactly("opened websocket");
        assertThat(service.failedChannels).isEqualTo(Map.of("stream", FallbackReason.CONNECT_FAILED));
    }

    @Test
    void besideAChannelThatStaysSilentTheNextIsTriedAndTheReasonNoted() throws Exception {
        var unused = service.staysSilent("stream");
        StandingConversation webSocket = service.opens("websocket");

        race(NONE, LONG);

        assertThat(service.told).containsExactly("opened websocket");
        assertThat(service.offers).containsExactly(ALL, List.of("websocket", "http"));
        assertThat(service.failedChannels).isEqualTo(Map.of("stream", FallbackReason.CONNECT_TIMEOUT));
        assertThat(webSocket.isOpen()).isTrue();
    }

    @Test
    void theSessionThatOpensSecondIsClosedAndItsChannelIsOfferedAgain() throws Exception {
        CompletableFuture<Conversation> stream = service.staysSilent("stream");
        service.opens("websocket");
        race(NONE, LONG);

        StandingConversation late = new StandingConversation(Duration.ofHours(1));
        stream.complete(late);

        assertThat(late.isOpen()).isFalse();
        assertThat(service.failedChannels).isEmpty();
        assertThat(service.told).containsExactly("opened websocket");
    }

    @Test
    void aSlowFirstChannelThatOpensBeforeTheSecondIsNotPassedOver() throws Exception {
        CompletableFuture<Conversation> stream = service.staysSilent("stream");
        CompletableFuture<Conversation> webSocket = service.staysSilent("websocket");
        StandingConversation first = new StandingConversation(Duration.ofHours(1));
        service.whenOpening("websocket", () -> stream.complete(first));

        race(NONE, LONG);
        StandingConversation second = new StandingConversation(Duration.ofHours(1));
        webSocket.complete(second);

        assertThat(service.told).containsExactly("opened stream");
        assertThat(service.failedChannels).isEmpty();
        assertThat(first.isOpen()).isTrue();
        assertThat(second.isOpen()).isFalse();
    }

    @Test
    void theTokenOfAnAnswerThatComesTooLateStaysUnused() throws Exception {
        CompletableFuture<Conversation> stream = service.staysSilent("stream");
        service.opens("websocket");
        service.whenOffered("websocket", () -> stream.complete(new StandingConversation(Duration.ofHours(1))));

        race(NONE, LONG);

        assertThat(service.told).containsExactly("opened stream");
        assertThat(service.opened).containsExactly("stream");
    }

    @Test
    void whereAllFailTheLastOneSaysWhy() throws Exception {
        var unused = service.staysSilent("stream");
        service.fails("websocket", ErrorCode.CONNECT_FAILED);
        service.fails("http", ErrorCode.WRONG_NODE);

        race(NONE, NONE);

        assertThat(service.told).hasSize(1);
        assertThat(service.failedChannels).containsKeys("stream", "websocket");
        assertThat(service.opened).containsExactly("stream", "websocket", "http");
    }

    @Test
    void thatTheServiceHasNoOtherChannelIsNotWhyItsOwnIsOutOfReach() throws Exception {
        service.fails("stream", ErrorCode.CONNECT_FAILED);

        race(LONG, LONG);

        assertThat(service.told).containsExactly("failed stream CONNECT_FAILED");
        assertThat(service.failedChannels).isEqualTo(Map.of("stream", FallbackReason.CONNECT_FAILED));
    }

    @Test
    void aServiceWithoutAnyOfTheChannelsSaysSo() throws Exception {
        race(LONG, LONG);

        assertThat(service.told).containsExactly("over NO_COMMON_TERM");
    }

    /** Another channel would refuse the token, too. */
    @Test
    void aRefusedTokenEndsTheNegotiation() throws Exception {
        service.fails("stream", ErrorCode.TOKEN_REFUSED);
        service.opens("websocket");

        race(LONG, LONG);

        assertThat(service.told).containsExactly("failed stream TOKEN_REFUSED");
        assertThat(service.failedChannels).isEmpty();
    }

    @Test
    void anInterruptEndsItAndLeavesNoSession() {
        CompletableFuture<Conversation> stream = service.staysSilent("stream");
        service.whenOpening("stream", Thread.currentThread()::interrupt);

        assertThatThrownBy(() -> race(LONG, LONG)).isInstanceOf(InterruptedException.class);
        StandingConversation late = new StandingConversation(Duration.ofHours(1));
        stream.complete(late);

        assertThat(service.told).isEmpty();
        assertThat(late.isOpen()).isFalse();
    }

    private void race(Duration headStart, Duration limit) throws InterruptedException {
        new ChannelRace(service, new ChannelRace.Pace() {
                    @Override
                    public Duration headStart(Duration offerTook) {
                        return headStart;
                    }

                    @Override
                    public Duration limit(Duration offerTook, boolean isLast) {
                        return limit;
                    }
                })
                .run(ALL);
    }

    /** A service with channels and outcomes chosen by the test. */
    private static final class Service implements ChannelRace.Entrant {
        final List<List<String>> offers = new ArrayList<>();
        final List<String> opened = new ArrayList<>();
        final List<String> told = new ArrayList<>();
        final Map<String, FallbackReason> failedChannels = new HashMap<>();
        private final Map<String, CompletableFuture<Conversation>> openings = new LinkedHashMap<>();
        private final Map<String, Runnable> onOffer = new HashMap<>();
        private final Map<String, Runnable> onOpening = new HashMap<>();

        StandingConversation opens(String channel) {
            StandingConversation session = new StandingConversation(Duration.ofHours(1));
            openings.put(channel, CompletableFuture.completedFuture(session));
            return session;
        }

        void fails(String channel, ErrorCode code) {
            openings.put(channel, CompletableFuture.failedFuture(new ParleyException(code, channel)));
        }

        CompletableFuture<Conversation> staysSilent(String channel) {
            CompletableFuture<Conversation> opening = new CompletableFuture<>();
            openings.put(channel, opening);
            return opening;
        }

        void whenOffered(String channel, Runnable then) {
            onOffer.put(channel, then);
        }

        void whenOpening(String channel, Runnable then) {
            onOpening.put(channel, then);
        }

        @Override
        public ChannelRace.Entry offer(List<String> channels) {
            offers.add(channels);
            return channels.stream()
                    .filter(openings::containsKey)
                    .findFirst()
                    .map(this::agreed)
                    .orElseGet(() -> ChannelRace.Entry.over(
                            FallbackReason.NO_COMMON_TERM, () -> told.add("over " + FallbackReason.NO_COMMON_TERM)));
        }

        private ChannelRace.Entry agreed(String channel) {
            onOffer.getOrDefault(channel, () -> {}).run();
            return ChannelRace.Entry.of(new ChannelRace.Agreed(
                    channel,
                    Duration.ZERO,
                    () -> {
                        opened.add(channel);
                        onOpening.getOrDefault(channel, () -> {}).run();
                        return openings.getOrDefault(channel, new CompletableFuture<>());
                    },
                    session -> told.add("opened " + channel),
                    (reason, why) -> told.add("failed " + channel + " " + reason)));
        }

        @Override
        public void channelFailed(String channel, FallbackReason reason, String detail) {
            failedChannels.put(channel, reason);
        }

        @Override
        public void withinReach(String channel) {
            failedChannels.remove(channel);
        }
    }
}
