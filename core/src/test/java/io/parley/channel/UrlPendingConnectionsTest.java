package io.parley.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.parley.Limit;
import io.parley.Limits;
import org.junit.jupiter.api.Test;

/** Tests which of the connections at a URL are read before a session accepts them. */
class UrlPendingConnectionsTest {
    private static final String HERE = "192.0.2.1:4000 over http";

    private final Limits limits =
            Limits.defaults().with(Limit.PENDING_CONNECTIONS, 3).with(Limit.PENDING_PER_ADDRESS, 1);
    private final UrlPendingConnections pendingConnections = new UrlPendingConnections(limits);

    @Test
    void whoIsOneTooManyOfItsAddressIsReadWhenAnotherIsAccepted() {
        UrlPendingConnections.Place first = pendingConnections.place();
        first.take(new Peer(HERE));
        Peer second = new Peer("192.0.2.1:4001 over http");
        UrlPendingConnections.Place place = pendingConnections.place();
        place.take(second);
        Peer other = new Peer("192.0.2.2:4000 over websocket");
        pendingConnections.place().take(other);

        assertThat(second.reading).isFalse();
        assertThat(place.isWaiting()).isTrue();
        assertThat(other.reading).isTrue();
        first.leave();
        first.leave();
        assertThat(second.reading).isTrue();
        assertThat(place.isWaiting()).isFalse();
    }

    @Test
    void networksOfIpv6AreOneAddress() {
        pendingConnections.place().take(new Peer("2001:db8:0:1:0:0:0:1:4000 over http"));
        Peer second = new Peer("2001:db8:0:1:ffff:0:0:2:4000 over http");
        pendingConnections.place().take(second);
        Peer other = new Peer("2001:db8:0:2:0:0:0:1:4000 over http");
        pendingConnections.place().take(other);

        assertThat(second.reading).isFalse();
        assertThat(other.reading).isTrue();
    }

    /** Otherwise one address could keep out all others by connections that wait. */
    @Test
    void onlyThoseThatAreReadCountInAll() {
        for (int i = 0; i < 10; i++) {
            pendingConnections.place().take(new Peer(HERE));
        }
        assertThat(pendingConnections.isFull()).isFalse();
        UrlPendingConnections.Place second = pendingConnections.place();
        second.take(new Peer("192.0.2.2:1 over http"));
        pendingConnections.place().take(new Peer("192.0.2.3:1 over http"));

        assertThat(pendingConnections.isFull()).isTrue();
        second.leave();
        assertThat(pendingConnections.isFull()).isFalse();
    }

    @Test
    void aPlaceThatIsLeftBeforeItIsTakenIsFree() {
        UrlPendingConnections.Place gone = pendingConnections.place();
        gone.leave();
        gone.take(new Peer(HERE));
        Peer next = new Peer(HERE);
        pendingConnections.place().take(next);

        assertThat(next.reading).isTrue();
    }

    /** It may have been read ahead by its container. */
    @Test
    void whoIsAcceptedWhileItWaitsIsRead() {
        pendingConnections.place().take(new Peer(HERE));
        Peer second = new Peer(HERE);
        UrlPendingConnections.Place place = pendingConnections.place();
        place.take(second);

        place.leave();
        assertThat(second.reading).isTrue();
    }

    @Test
    void whoIsSilentIsClosedWhileAnotherOfItsAddressWaits() {
        UrlPendingConnections quick = new UrlPendingConnections(limits.with(Limit.OPEN_MILLIS, 500));
        Peer silent = new Peer(HERE);
        quick.place().take(silent);
        Peer next = new Peer(HERE);
        quick.place().take(next);

        await().untilAsserted(() -> assertThat(silent.closed).isTrue());
        await().untilAsserted(() -> assertThat(next.reading).isTrue());
    }

    /** A connection that does nothing but remember whether it is read. */
    private static final class Peer implements Connection {
        private final String remote;
        private volatile boolean reading = true;
        private volatile boolean closed;

        Peer(String remote) {
            this.remote = remote;
        }

        @Override
        public void send(ByteBuf frame) {
            frame.release();
        }

        @Override
        public void flush() {}

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public void setReading(boolean value) {
            reading = value;
        }

        @Override
        public boolean isSilent() {
            return true;
        }

        @Override
        public void markAccepted() {}

        @Override
        public String remote() {
            return remote;
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
