package io.parley.cxf.endpoint;

import io.parley.channel.http.HttpFrames;
import io.parley.channel.websocket.WebSocket;
import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.carrier.Carrier;
import java.util.List;
import java.util.Optional;

/** Lookup of the channels of CXF endpoints by name. */
public final class EndpointChannels {
    private EndpointChannels() {}

    /**
     * Returns the channel of that name; an unknown name is a channel with a listener of its own, like {@code stream}.
     */
    public static EndpointChannel named(String name) {
        return switch (name) {
            case HttpFrames.CHANNEL -> new OwnUrlChannel();
            case WebSocket.CHANNEL -> new WebSocketChannel();
            case CarriedChannel.JMS -> new CarriedChannel(name);
            default -> new ListeningChannel(name);
        };
    }

    /** Returns the channels of these settings, in order of preference. */
    public static List<EndpointChannel> of(EndpointSettings settings) {
        return settings.channelNames().stream().map(EndpointChannels::named).toList();
    }

    /** Returns the channels of these settings that a carrier supports, in order of preference. */
    public static List<EndpointChannel> of(EndpointSettings settings, Carrier carrier) {
        return of(settings).stream()
                .filter(channel -> channel.supports(carrier))
                .toList();
    }

    /** Returns the channels of these settings that a carrier supports; all if the carrier is unknown. */
    public static List<EndpointChannel> of(EndpointSettings settings, Optional<Carrier> carrier) {
        return carrier.map(known -> of(settings, known)).orElseGet(() -> of(settings));
    }
}
