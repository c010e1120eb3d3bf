package io.parley.testkit.channel;

import io.netty.buffer.ByteBufAllocator;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.CompressionTerm;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Reliability;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import io.parley.testkit.FakeTimers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Runtimes that converse over one channel, with a time that stands still until a test advances it, and helpers that
 * send and receive messages.
 */
final class Talks implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(1);
    static final Duration LONG = Duration.ofMinutes(1);
    static final int LARGE = 22_000_000;

    /** Limits under which half of {@link #LARGE} is sent before the message has ended. */
    static final Limits OUT_EARLY = Limits.defaults().with(Limit.MESSAGE_BYTES, LARGE);

    final FakeTimers time = new FakeTimers();
    private final ChannelProvider provider;
    private final Address bindAddress;
    private final ByteBufAllocator allocator;
    private final Duration keepAlive;
    private final List<AutoCloseable> open = new ArrayList<>();
    private Reliability reliability = Reliability.NONE;
    private boolean full = true;
    private String compression = System.getProperty("parley.compression", CompressionTerm.NONE);

    Talks(ChannelProvider provider, Address bindAddress) {
        this(provider, bindAddress, ByteBufAllocator.DEFAULT, Duration.ofSeconds(30));
    }

    Talks(ChannelProvider provider, Address bindAddress, ByteBufAllocator allocator, Duration keepAlive) {
        this.provider = provider;
        this.bindAddress = bindAddress;
        this.allocator = allocator;
        this.keepAlive = keepAlive;
    }

    /** Returns others like these with a keep-alive of an hour, so that a test may advance time at once. */
    Talks patient(ByteBufAllocator memory) {
        Talks others = new Talks(provider, bindAddress, memory, Duration.ofHours(1));
        others.compression = compression;
        others.full = full;
        return others;
    }

    /** Sets whether full amounts are tried, or an eighth of them. */
    Talks inFull(boolean all) {
        full = all;
        return this;
    }

    /** Returns the number of callers, messages or bytes to try, of the {@code all} that a full run has. */
    int amount(int all) {
        return full ? all : Math.max(1, all / 8);
    }

    /** Uses a compression for the messages. */
    Talks compressed(String name) {
        compression = name;
        return this;
    }

    /**
     * Disables compression: a compressed message arrives in whole blocks, and is slightly longer if it does not
     * compress.
     */
    Talks uncompressed() {
        compression = CompressionTerm.NONE;
        return this;
    }

    /** Returns others like these whose sessions can be resumed, over the same channel with faults. */
    Talks resumable(Supplier<FaultPlan> plans) {
        Talks others = new Talks(new FaultyChannel(provider, plans, time), bindAddress, allocator, Duration.ofHours(1));
        others.reliability = Reliability.RESUME;
        others.full = full;
        return others;
    }

    /**
     * Returns the silence of a peer after which it is pinged: a part of the keep-alive, which is shorter where the
     * channel does not report the end of a connection.
     */
    Duration untilPing() {
        return provider.traits().tellsOfEnd() ? keepAlive.dividedBy(2) : keepAlive.dividedBy(6);
    }

    ChannelProvider provider() {
        return provider;
    }

    Conversation talk(Limits limits, MessageHandler atServer) throws Exception {
        return talk(limits, atServer, IncomingMessage::close);
    }

    Conversation talk(Limits limits, MessageHandler atServer, MessageHandler atClient) throws Exception {
        ParleyRuntime server = runtime(limits);
        Agreement agreement = agreement(server, limits);
        byte[] token = server.issue(agreement, "someone", null, atServer);
        return runtime(limits)
                .open(agreement, token, new byte[0], atClient)
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    ParleyRuntime runtime(Limits limits) {
        ParleyRuntime runtime = ParleyRuntime.builder()
                .limits(limits)
                .timers(time)
                .allocator(allocator)
                .channels(List.of(provider))
                .build();
        open.add(runtime);
        return runtime;
    }

    RuntimeListener listen(ParleyRuntime server) throws IOException {
        return server.listen(provider.traits().name(), bindAddress, null);
    }

    Agreement agreement(ParleyRuntime server, Limits limits) throws IOException {
        return agreement(limits, listen(server).address());
    }

    Agreement agreement(Limits limits, Address... at) {
        List<HostPort> addresses = Stream.of(at)
                .map(address -> new HostPort(address.host(), address.port()))
                .toList();
        Limits own = limits.with(Limit.KEEP_ALIVE_MILLIS, keepAlive.toMillis());
        Agreement plain = Agreement.byApi("xml", provider.traits().name(), addresses, own, "no parts");
        Agreement agreed = compression.equals(CompressionTerm.NONE) ? plain : plain.compressed(compression);
        return reliability == Reliability.NONE ? agreed : agreed.reliable(reliability);
    }

    static Conversation open(ParleyRuntime client, Agreement agreement, byte[] token) throws Exception {
        return client.open(agreement, token, new byte[0], IncomingMessage::close)
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    static ParleyException openFailure(ParleyRuntime client, Agreement agreement, byte[] token) {
        return failure(client.open(agreement, token, new byte[0], IncomingMessage::close)
                .toCompletableFuture());
    }

    static Call call(Conversation conversation, String text) {
        Call call = conversation.beginCall(LONG);
        call.sink().writeString(text);
        call.send();
        return call;
    }

    static Call callBytes(Conversation conversation, int length) {
        Call call = conversation.beginCall(LONG);
        call.sink().writeBytes(new byte[length], 0, length);
        call.send();
        return call;
    }

    static String ask(Conversation conversation, String text) throws Exception {
        return read(call(conversation, text));
    }

    static String read(Call call) throws Exception {
        try (IncomingMessage answer = call.response().get(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            String text = answer.source().readString("answer");
            answer.source().expectEnd("answer");
            return text;
        }
    }

    static ParleyException failure(Call call) {
        return failure(call.response());
    }

    static ParleyException failure(CompletableFuture<?> future) {
        try {
            Object unexpected = future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            throw new AssertionError("expected a failure, found " + unexpected);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ParleyException why) {
                return why;
            }
            throw new AssertionError("expected a coded failure, found another", e);
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("expected a failure within " + PATIENCE, e);
        }
    }

    static IncomingMessage take(BlockingQueue<IncomingMessage> held) throws InterruptedException {
        IncomingMessage message = held.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("expected a message at the server within " + PATIENCE + ", found none");
        }
        return message;
    }

    static void echo(IncomingMessage message) {
        answer(message, false, message.source().readString("question"));
    }

    static void echoBytes(IncomingMessage message) {
        try (message) {
            int length = Math.toIntExact(message.source().remaining());
            byte[] bytes = new byte[length];
            message.source().readBytes(bytes, 0, length);
            OutgoingMessage response = message.beginResponse(false);
            response.sink().writeBytes(bytes, 0, length);
            response.send();
        }
    }

    static void answer(IncomingMessage message, boolean fault, String text) {
        try (message) {
            answerOnly(message, fault, text);
        }
    }

    static void answerOnly(IncomingMessage message, String text) {
        answerOnly(message, false, text);
    }

    static void answerOnly(IncomingMessage message, boolean fault, String text) {
        OutgoingMessage response = message.beginResponse(fault);
        response.sink().writeString(text);
        response.send();
    }

    @Override
    public void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }
}
