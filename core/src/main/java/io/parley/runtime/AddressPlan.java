package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.Protection;
import io.parley.negotiation.HostPort;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects to the agreed addresses in order until one succeeds. The remaining connect time is divided evenly among the
 * remaining addresses, so that an unresponsive one does not use up all of it. Protected connections have the handshake
 * timeout in addition.
 *
 * @param settings whose connect timeout applies to all addresses together
 */
record AddressPlan(ChannelProvider provider, List<HostPort> addresses, ChannelSettings settings, Timers timers)
        implements ConnectPlan {
    private static final Logger LOG = LoggerFactory.getLogger(AddressPlan.class);

    @Override
    public void connect(Wire wire) {
        Duration handshakes =
                settings.protection() instanceof Protection.None ? Duration.ZERO : settings.handshakeTimeout();
        new Attempts(
                        wire,
                        timers.nanoTime()
                                + settings.connectTimeout().plus(handshakes).toNanos())
                .attempt(0);
    }

    /** The attempts to establish one connection. */
    private final class Attempts {
        private final Wire wire;
        private final long deadline;

        Attempts(Wire wire, long deadline) {
            this.wire = wire;
            this.deadline = deadline;
        }

        private void attempt(int index) {
            HostPort to = addresses.get(index);
            int left = addresses.size() - index;
            Duration evenShare = Duration.ofNanos(deadline - timers.nanoTime()).dividedBy(left);
            Duration share = evenShare.compareTo(settings.connectTimeout()) < 0 ? evenShare : settings.connectTimeout();
            if (to.isOwnHost()) {
                failed(index, connectFailed("expected an address with a host, found only port " + to.port()));
            } else if (share.toMillis() <= 0) {
                failed(
                        index,
                        connectFailed(
                                "expected a connection within the connect limit, found none in time; the setting is "
                                        + Limit.CONNECT_MILLIS.setting()));
            } else {
                provider.connect(new Address(to.host(), to.port()), settings.within(share), wire)
                        .whenComplete((connection, failure) -> ended(index, connection, failure));
            }
        }

        private static ParleyException connectFailed(String text) {
            return new ParleyException(ErrorCode.CONNECT_FAILED, text);
        }

        private void ended(int index, @Nullable Connection connection, @Nullable Throwable failure) {
            if (connection != null || index + 1 == addresses.size()) {
                wire.connected(connection, failure);
            } else {
                failed(index, failure);
            }
        }

        private void failed(int index, @Nullable Throwable why) {
            if (index + 1 < addresses.size()) {
                LOG.debug("Cannot connect to {}, trying the next address", addresses.get(index), why);
                attempt(index + 1);
            } else {
                wire.connected(null, why);
            }
        }
    }
}
