package io.parley.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Listener;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** An in-memory broker with a channel, for the tests of one class. After them, no queue of the channel may be left. */
final class TestBroker implements BeforeAllCallback, AfterAllCallback {
    static final Duration PATIENCE = Duration.ofMinutes(1);
    static final ChannelSettings PATIENT = new ChannelSettings(Limits.defaults(), PATIENCE);

    private @Nullable EmbeddedBroker broker;
    private @Nullable JmsChannelProvider provider;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        EmbeddedBroker started = EmbeddedBroker.builder().start();
        broker = started;
        provider = JmsChannelProvider.create(BrokerAccess.byUrl(started.localUrl()), JmsSettings.defaults());
        warmUp();
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        try {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(broker().queues()).containsExactly(EmbeddedBroker.DEAD_LETTERS));
        } finally {
            provider().close();
            broker().close();
        }
    }

    EmbeddedBroker broker() {
        return Objects.requireNonNull(broker);
    }

    JmsChannelProvider provider() {
        return Objects.requireNonNull(provider);
    }

    /**
     * Loads the client's classes by a first connection, as the contract's timeout of a second may be too short on a
     * busy machine.
     */
    private void warmUp() throws Exception {
        Listener listener = provider().listen(new Address("first", 0), PATIENT, connection -> new Deaf());
        provider()
                .connect(listener.address(), PATIENT, new Deaf())
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .close();
        listener.close();
    }

    /** A handler that ignores all events. */
    static class Deaf implements ConnectionHandler {
        @Override
        public int frameLength(ByteBuf in) {
            return in.readableBytes();
        }

        @Override
        public void onFrame(ByteBuf frame) {
            frame.release();
        }

        @Override
        public void onRefused(RuntimeException why) {}

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(@Nullable Throwable cause) {}
    }
}
