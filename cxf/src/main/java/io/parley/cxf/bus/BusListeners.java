package io.parley.cxf.bus;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.KeyStoreFile;
import io.parley.channel.Protection;
import io.parley.cxf.settings.Settings;
import io.parley.negotiation.ChannelSecurity;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Listeners that the endpoints of a bus share: one for each channel, protection and host. They end with the runtime.
 * Thread-safe.
 */
final class BusListeners {
    private static final String ANY_HOST = "0.0.0.0";

    private final ParleyRuntime runtime;
    private final SharedSettings shared;
    private final Map<Place, SharedListener> listeners = new HashMap<>();

    BusListeners(ParleyRuntime runtime, SharedSettings shared) {
        this.runtime = runtime;
        this.shared = shared;
    }

    /**
     * Key of a listener.
     *
     * @param protection {@code none}, {@code tls}, or the path of its key store
     */
    private record Place(String channel, String protection, String host) {}

    /**
     * Returns the bus's listener of that channel for this host, starting it if necessary. Checks the key store of a
     * protected listener for changes on each call.
     *
     * @param endpoint the endpoint that needs it, for error messages
     * @throws ParleyException {@code CONNECT_FAILED} if the port is taken or the address cannot be bound
     */
    synchronized RuntimeListener listener(
            String channel, ChannelSecurity security, EndpointSettings settings, String host, QName endpoint) {
        KeyStoreFile keys =
                security == ChannelSecurity.TLS ? settings.keyStore().orElse(null) : null;
        String protection = keys == null ? security.term() : keys.path().toString();
        Place wanted = new Place(channel, protection, resolved(host));
        for (Place place : List.of(new Place(channel, protection, ANY_HOST), wanted)) {
            SharedListener known = listeners.get(place);
            if (known != null) {
                known.renew();
                shared.comparePort(settings, known.listening().address(), known.first(), endpoint);
                return known.listening();
            }
        }
        checkPort(wanted, settings.port(), endpoint);
        RuntimeListener started = listen(channel, security, keys, settings, host);
        listeners.put(wanted, new SharedListener(started, keys, endpoint, new LastWarning()));
        return started;
    }

    /** Returns the address of a host, so that different names of one address share a listener. */
    private static String resolved(String host) {
        try {
            return InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException e) {
            // Binding will fail with a better message.
            return host;
        }
    }

    /** Checks that no other listener of the bus uses the port; a running listener, which has sessions, is not moved. */
    private void checkPort(Place wanted, int port, QName endpoint) {
        listeners.forEach((place, other) -> {
            Address taken = other.listening().address();
            if (place.channel().equals(wanted.channel()) && taken.port() == port) {
                throw new ParleyException(
                        ErrorCode.CONNECT_FAILED,
                        Settings.PORT + ": expected a port that is free at " + wanted.host() + " for " + endpoint
                                + ", found " + taken + ", which listens for " + other.first() + "; give both one "
                                + Settings.BIND + ", or, if only one of them is protected, each its own "
                                + Settings.PORT);
            }
        });
    }

    private RuntimeListener listen(
            String channel,
            ChannelSecurity security,
            @Nullable KeyStoreFile keys,
            EndpointSettings settings,
            String host) {
        Address bind = new Address(host, settings.port());
        String advertised = settings.advertisedHost();
        try {
            Protection protection = keys != null
                    ? SharedListener.certified(keys)
                    : security == ChannelSecurity.TLS ? new Protection.Ephemeral() : Protection.NONE;
            return runtime.listen(channel, bind, advertised.isEmpty() ? null : advertised, protection);
        } catch (IOException | IllegalArgumentException e) {
            throw new ParleyException(
                    ErrorCode.CONNECT_FAILED,
                    "the channel " + channel + ": " + e.getMessage() + "; set " + Settings.PORT + " or "
                            + Settings.BIND,
                    e);
        }
    }
}
