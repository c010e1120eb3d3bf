package io.parley.examples.soak;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Reliability;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import io.parley.testkit.campaign.FaultProxy;
import io.parley.testkit.campaign.WireFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Two runtimes and their sessions over a channel, without endpoints: in process, through a broker, and through a proxy
 * that breaks connections of resumable sessions.
 */
final class ConversationTalk implements Talk {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration SHORT_TIMEOUT = Duration.ofMillis(20);
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(1);
    private static final int MAX_BYTES_BEFORE_FAULT = 20_000_000;
    private static final int OPENINGS = 50;

    private final String name;
    private final ScheduledExecutorService timers;
    private final Work work = new Work();
    private final ParleyRuntime server;
    private final ParleyRuntime client;
    private final @Nullable FaultProxy proxy;
    private final Agreement agreement;
    private @Nullable Conversation conversation;

    private ConversationTalk(
            String name,
            ScheduledExecutorService timers,
            ParleyRuntime server,
            ParleyRuntime client,
            @Nullable FaultProxy proxy,
            Agreement agreement) {
        this.name = name;
        this.timers = timers;
        this.server = server;
        this.client = client;
        this.proxy = proxy;
        this.agreement = agreement;
    }

    /** Returns a workload over an undisturbed channel. */
    static ConversationTalk over(ChannelProvider provider, Address bind, ScheduledExecutorService timers)
            throws IOException {
        ParleyRuntime server = runtime(provider);
        String channel = provider.traits().name();
        Address at = server.listen(channel, bind, null).address();
        Agreement agreement =
                Agreement.byApi("xml", channel, List.of(new HostPort(at.host(), at.port())), Limits.defaults(), "soak");
        return new ConversationTalk("conversation " + channel, timers, server, runtime(provider), null, agreement);
    }

    /** Returns a workload over TCP connections that are closed, reset, stalled, delayed, fragmented and corrupted. */
    static ConversationTalk spoiled(ScheduledExecutorService timers, Random faults) throws IOException {
        ParleyRuntime server = ParleyRuntime.builder().build();
        RuntimeListener listening = server.listen("stream", new Address("127.0.0.1", 0), null);
        InetSocketAddress target = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), listening.address().port());
        FaultProxy proxy = FaultProxy.open(target, () -> WireFault.any(faults, MAX_BYTES_BEFORE_FAULT));
        Agreement agreement = Agreement.byApi(
                        "xml",
                        "stream",
                        List.of(new HostPort("127.0.0.1", proxy.port())),
                        Limits.defaults().with(Limit.KEEP_ALIVE_MILLIS, KEEP_ALIVE.toMillis()),
                        "soak")
                .reliable(Reliability.RESUME);
        return new ConversationTalk(
                "conversation spoiled", timers, server, ParleyRuntime.builder().build(), proxy, agreement);
    }

    private static ParleyRuntime runtime(ChannelProvider provider) {
        return ParleyRuntime.builder().channels(List.of(provider)).build();
    }

    private Conversation open() throws InterruptedException, TimeoutException {
        Conversation known = conversation;
        if (known != null && known.isOpen()) {
            return known;
        }
        for (int attempt = 1; ; attempt++) {
            byte[] token = server.issue(agreement, "soak", null, this::handle);
            try {
                Conversation opened = client.open(agreement, token, new byte[0], IncomingMessage::close)
                        .toCompletableFuture()
                        .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
                conversation = opened;
                return opened;
            } catch (ExecutionException e) {
                if (proxy == null || attempt == OPENINGS) {
                    throw new IllegalStateException(name + ": no session could be opened", e);
                }
            }
        }
    }

    /** Echoes a message; a one-way message is answered with another one-way message. */
    private void handle(IncomingMessage message) {
        Saying saying = read(message);
        if (message.kind() == IncomingMessage.Kind.ONE_WAY) {
            message.close();
            OutgoingMessage back = message.conversation().beginOneWay();
            write(back, saying);
            return;
        }
        if (saying.text.equals(Saying.REFUSED)) {
            message.refuse(ErrorCode.SCHEMA_VIOLATION, "this is not said");
        } else {
            write(message.beginResponse(false), work.say(saying, message::onUnwanted));
        }
        message.close();
    }

    private static Saying read(IncomingMessage message) {
        int pause = message.source().readInt();
        return Saying.of(message.source().readString("text"), pause);
    }

    private static void write(OutgoingMessage message, Saying saying) {
        message.sink().writeInt(saying.pauseMillis);
        message.sink().writeString(saying.text);
        message.send();
    }

    private Call call(Saying saying, Duration timeout) throws InterruptedException, TimeoutException {
        Call call = open().beginCall(timeout);
        write(call, saying);
        return call;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void act(Random random, Tally tally) throws Exception {
        Chance chance = new Chance(random);
        try {
            act(chance, tally);
        } catch (ParleyException e) {
            if (proxy == null) {
                throw e;
            }
            tally.add(Tally.End.LOST);
        }
    }

    private void act(Chance chance, Tally tally) throws Exception {
        switch (chance.deed()) {
            case NOTE -> {
                OutgoingMessage note = open().beginOneWay();
                write(note, Saying.of(chance.text(), 0));
                tally.add(Tally.End.ONE_WAY);
            }
            case REFUSAL -> refuse(tally);
            case TIMEOUT -> timeOut(tally);
            case INTERRUPTION -> discard(chance, tally);
            case RECONNECT -> {
                open().drain();
                tally.add(Tally.End.RECONNECTED);
            }
            case ABORT -> {
                Call cutOff = call(Saying.of("cut off", 2_000), TIMEOUT);
                open().close(ErrorCode.CLOSED, "the client is gone");
                cutOff.cancel();
                tally.add(Tally.End.ABORTED);
            }
            default ->
                new Calls(name, timers, chance, tally, proxy != null)
                        .makeAll(saying -> call(saying, TIMEOUT).read(ConversationTalk::read));
        }
    }

    private void refuse(Tally tally) throws Exception {
        try (IncomingMessage unexpected =
                call(Saying.of(Saying.REFUSED, 0), TIMEOUT).await()) {
            tally.unexpected(name, "an answer to what is refused, " + unexpected.kind());
        } catch (ParleyException e) {
            if (e.code() == ErrorCode.SCHEMA_VIOLATION) {
                tally.add(Tally.End.REFUSED);
            } else {
                throw e;
            }
        }
    }

    private void timeOut(Tally tally) throws Exception {
        try (IncomingMessage unexpected =
                call(Saying.of("late", 2_000), SHORT_TIMEOUT).await()) {
            tally.unexpected(name, "an answer before its time, " + unexpected.kind());
        } catch (ParleyException e) {
            if (e.code() == ErrorCode.TIMEOUT) {
                tally.add(Tally.End.TIMED_OUT);
            } else {
                throw e;
            }
        }
    }

    /** Cancels a request while it is being written. */
    private void discard(Chance chance, Tally tally) throws Exception {
        Call call = open().beginCall(TIMEOUT);
        call.sink().writeInt(0);
        call.sink().writeString(chance.text());
        call.discard();
        tally.add(Tally.End.CANCELLED);
    }

    @Override
    public int sessions() {
        return server.sessions();
    }

    @Override
    public long reserved() {
        return server.reservedBytes() + server.objectBytes() + client.reservedBytes() + client.objectBytes();
    }

    @Override
    public int working() {
        return work.working();
    }

    @Override
    public void close() {
        client.close();
        server.close();
        if (proxy != null) {
            try {
                proxy.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
