package io.parley.cxf.control;

import io.parley.channel.http.HttpFrames;
import io.parley.channel.websocket.WebSocket;
import io.parley.cxf.carrier.Carrier;
import java.util.List;
import java.util.Optional;

/** The channels of endpoints of CXF, by their names. */
final class EndpointChannels {
    private EndpointChannels() {}

    /** The channel of that name; one that nothing is known about is listened for like {@code stream}. */
    static EndpointChannel named(String name) {
        return switch (name) {
            case HttpFrames.CHANNEL -> new OwnUrlChannel();
            case WebSocket.CHANNEL -> new WebSocketChannel();
            case CarriedChannel.JMS -> new CarriedChannel(name);
            default -> new ListeningChannel(name);
        };
    }

    /** Returns the channels of these settings, in order of preference. */
    static List<EndpointChannel> of(Settings settings) {
        return settings.channelNames().stream().map(EndpointChannels::named).toList();
    }

    /** Returns those of endpoints on this carrier. */
    static List<EndpointChannel> of(Settings settings, Carrier carrier) {
        return of(settings).stream()
                .filter(channel -> channel.goesWith(carrier))
                .toList();
    }

    /** Returns those of endpoints on that carrier, or on an unknown one. */
    static List<EndpointChannel> of(Settings settings, Optional<Carrier> carrier) {
        return carrier.map(known -> of(settings, known)).orElseGet(() -> of(settings));
    }
}
