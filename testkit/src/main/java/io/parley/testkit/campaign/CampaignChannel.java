package io.parley.testkit.campaign;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.Connector;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Reliability;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A channel that a campaign opens sessions on. Those of other modules are found by {@link ServiceLoader}. */
public interface CampaignChannel {
    /** Name of the channel of this module. */
    String STREAM = "stream";

    /** System property with the name of the channel that a process uses. */
    String SETTING = "parley.campaign.channel";

    /** Returns its name in agreements. */
    String name();

    /**
     * Accepts sessions.
     *
     * @param handler of the accepting side
     */
    Way accept(ParleyRuntime server, MessageHandler handler) throws IOException;

    /** Returns whether its sessions can be durable. */
    default boolean isDurable() {
        return false;
    }

    /**
     * Accepts durable sessions, including those of earlier processes.
     *
     * @param port of 127.0.0.1 to listen at; 0 takes a free one
     * @throws UnsupportedOperationException if its sessions cannot be durable
     */
    default Entrance enter(ParleyRuntime server, int port, Agreement agreement, MessageHandler handler)
            throws IOException {
        throw new UnsupportedOperationException(name() + ": its sessions cannot be durable");
    }

    /**
     * Returns a connector for a durable session, which connects to the first of the agreed addresses that accepts it;
     * empty if the runtime itself connects.
     *
     * @param token that opens the session; empty to resume one of an earlier process
     */
    default Optional<Connector> connector(Agreement agreement, byte[] token) {
        return Optional.empty();
    }

    /**
     * A listener for durable sessions.
     *
     * @param port of 127.0.0.1 that it listens at
     * @param tokens issues a token for a session of a principal
     * @param end closes the listener
     */
    record Entrance(int port, Function<String, byte[]> tokens, Runnable end) implements AutoCloseable {
        /** Issues a token for a session of that principal. */
        public byte[] issue(String principal) {
            return tokens.apply(principal);
        }

        @Override
        public void close() {
            end.run();
        }
    }

    /** A listener for sessions. */
    interface Way extends AutoCloseable {
        /** Returns the port of 127.0.0.1 that it listens at. */
        int port();

        /**
         * Opens a session.
         *
         * @param port of 127.0.0.1 that leads to the listener
         */
        CompletionStage<Conversation> open(ParleyRuntime client, int port);

        @Override
        void close();
    }

    /** Returns an agreement for a session that outlives its connections, with a keep-alive of a second. */
    static Agreement agreement(String channel, int port) {
        return Agreement.byApi(
                        "xml",
                        channel,
                        List.of(new HostPort("127.0.0.1", port)),
                        Limits.defaults()
                                .with(
                                        Limit.KEEP_ALIVE_MILLIS,
                                        Duration.ofSeconds(1).toMillis()),
                        "campaign")
                .reliable(Reliability.RESUME);
    }

    /** Returns the channel of that name; empty if there is none. */
    static Optional<CampaignChannel> named(String name) {
        return Optional.ofNullable(all().get(name));
    }

    /** Returns the names of all channels. */
    static List<String> names() {
        return List.copyOf(all().keySet());
    }

    /** Returns the names of the channels whose sessions can be durable. */
    static List<String> durable() {
        return all().values().stream()
                .filter(CampaignChannel::isDurable)
                .map(CampaignChannel::name)
                .toList();
    }

    /** Returns the JVM option that makes a process use this channel. */
    default String option() {
        return "-D" + SETTING + "=" + name();
    }

    /**
     * Returns the channel of this process: {@link #STREAM} unless the system property {@link #SETTING} names another.
     */
    static CampaignChannel ofProcess() {
        return named(System.getProperty(SETTING, STREAM)).orElseThrow();
    }

    private static Map<String, CampaignChannel> all() {
        Map<String, CampaignChannel> all = new TreeMap<>();
        all.put(STREAM, new Stream());
        ServiceLoader.load(CampaignChannel.class).forEach(each -> all.put(each.name(), each));
        return all;
    }

    /** The channel {@code stream}, by whichever provider is on the class path. */
    record Stream() implements CampaignChannel {
        @Override
        public String name() {
            return STREAM;
        }

        @Override
        public boolean isDurable() {
            return true;
        }

        @Override
        public Entrance enter(ParleyRuntime server, int port, Agreement agreement, MessageHandler handler)
                throws IOException {
            server.recover(agreement, null, handler);
            RuntimeListener listening = server.listen(STREAM, new Address("127.0.0.1", port), null);
            server.restore();
            return new Entrance(
                    listening.address().port(),
                    principal -> server.issue(agreement, principal, null, handler),
                    listening::close);
        }

        @Override
        public Way accept(ParleyRuntime server, MessageHandler handler) throws IOException {
            RuntimeListener listening = server.listen(STREAM, new Address("127.0.0.1", 0), null);
            return new Way() {
                @Override
                public int port() {
                    return listening.address().port();
                }

                @Override
                public CompletionStage<Conversation> open(ParleyRuntime client, int port) {
                    Agreement agreement = agreement(STREAM, port);
                    byte[] token = server.issue(agreement, "campaign", null, handler);
                    return client.open(agreement, token, new byte[0], IncomingMessage::close);
                }

                @Override
                public void close() {
                    listening.close();
                }
            };
        }
    }
}
