package io.parley.transport.quic;

import io.netty.handler.codec.quic.Quic;
import io.parley.ChannelTraits;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Listener;
import io.parley.transport.stream.EventLoops;
import io.parley.transport.stream.NameLookup;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The channel {@code quic}: frames over QUIC version 1, always protected by TLS 1.3 (docs/protocol/channels.md, 17).
 * Needs Netty's native library for this platform. Thread-safe; all providers of a JVM share their event loops with the
 * channel {@code stream}.
 */
public final class QuicChannelProvider implements ChannelProvider {
    static final String CHANNEL = "quic";

    private static final Logger LOG = LoggerFactory.getLogger(QuicChannelProvider.class);
    /** The end of a peer's process is noticed only by silence. */
    private static final ChannelTraits TRAITS = new ChannelTraits(CHANNEL, true, true, true, false, true);

    private static final AtomicBoolean MISSING_IS_LOGGED = new AtomicBoolean();

    private final EventLoops loops = EventLoops.shared();
    private final NameLookup names = NameLookup.shared();

    /** Constructor for {@link java.util.ServiceLoader}. */
    public QuicChannelProvider() {}

    @Override
    public ChannelTraits traits() {
        return TRAITS;
    }

    @Override
    public boolean isAvailable() {
        try {
            if (Quic.isAvailable()) {
                return true;
            }
            missing(Quic.unavailabilityCause());
        } catch (LinkageError e) {
            missing(e);
        }
        return false;
    }

    private static void missing(@Nullable Throwable why) {
        if (!MISSING_IS_LOGGED.getAndSet(true)) {
            LOG.info(
                    "the channel quic is not available on {} {}: expected Netty's native library for QUIC, found {}",
                    System.getProperty("os.name"),
                    System.getProperty("os.arch"),
                    String.valueOf(why));
        }
    }

    @Override
    public CompletionStage<Connection> connect(Address address, ChannelSettings settings, ConnectionHandler handler) {
        ConnectingTls tls = ConnectingTls.of(settings.protection());
        return new QuicConnecting(loops, names, address, settings, handler, tls).connect();
    }

    @Override
    public Listener listen(Address bind, ChannelSettings settings, Function<Connection, ConnectionHandler> acceptor)
            throws IOException {
        AcceptingTls tls = AcceptingTls.of(settings.protection());
        EventLoops.Loops running;
        try {
            running = loops.acquire().join();
        } catch (CompletionException e) {
            loops.release();
            throw new IOException("cannot listen on " + bind + ": no event loop: " + e.getCause(), e);
        }
        try {
            return QuicSocket.open(bind, settings, acceptor, tls, running, loops::release);
        } catch (IOException | RuntimeException e) {
            loops.release();
            throw e;
        }
    }
}
