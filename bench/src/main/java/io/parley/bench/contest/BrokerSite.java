package io.parley.bench.contest;

import io.parley.transport.jms.EmbeddedBroker;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A broker with one queue, reached over TCP; its journal is in a folder of its own, or it has none and keeps messages
 * in memory.
 */
final class BrokerSite implements Site {
    static final String QUEUE = "bench";

    private final Door door;
    private final EmbeddedBroker broker;
    /** The folder of the journal; null without a journal. */
    private final @Nullable Scratch journal;

    private BrokerSite(Door door, EmbeddedBroker broker, @Nullable Scratch journal) {
        this.door = door;
        this.broker = broker;
        this.journal = journal;
    }

    static BrokerSite start(Door door, boolean withJournal) throws IOException {
        EmbeddedBroker.Builder builder = EmbeddedBroker.builder().queue(QUEUE).bind(door.server(), 0);
        if (!withJournal) {
            return new BrokerSite(door, builder.start(), null);
        }
        Scratch journal = Scratch.of("broker");
        return new BrokerSite(door, builder.folder(journal.folder()).start(), journal);
    }

    /** Returns the broker's URL as seen by clients that connect through the door. */
    @Override
    public String address() {
        return "tcp://" + SocketAddresses.text(door.host(), port());
    }

    @Override
    public List<Integer> ports() {
        return List.of(port());
    }

    @Override
    public void close() {
        try {
            broker.close();
            if (journal != null) {
                journal.close();
            }
        } catch (IOException e) {
            throw new IllegalStateException("the broker of the match cannot be stopped", e);
        }
    }

    private int port() {
        return URI.create(broker.url()).getPort();
    }
}
