package io.parley.transport.http.endpoint;

import io.parley.channel.Address;
import io.parley.channel.Protection;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.HostPort;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Listeners of an endpoint besides that of its URL, by channel. Immutable. */
final class OwnPorts {
    private final Map<String, RuntimeListener> byChannel;

    private OwnPorts(Map<String, RuntimeListener> byChannel) {
        this.byChannel = byChannel;
    }

    /**
     * Starts listening. Each port has the protection of the URL, or a generated certificate where the channel is always
     * protected.
     *
     * @param host of all ports
     * @param ports by channel; 0 selects a free one
     * @throws IOException if one cannot be bound; then all are closed
     */
    static OwnPorts listen(ParleyRuntime runtime, String host, Map<String, Integer> ports, Protection protection)
            throws IOException {
        Map<String, RuntimeListener> byChannel = new LinkedHashMap<>();
        OwnPorts opened = new OwnPorts(byChannel);
        try {
            for (Map.Entry<String, Integer> each : ports.entrySet()) {
                boolean needsOne = protection.equals(Protection.NONE) && runtime.mustProtect(each.getKey());
                byChannel.put(
                        each.getKey(),
                        runtime.listen(
                                each.getKey(),
                                new Address(host, each.getValue()),
                                null,
                                needsOne ? new Protection.Ephemeral() : protection));
            }
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** Returns the port of a channel; 0 if it has none. */
    int port(String channel) {
        RuntimeListener listening = byChannel.get(channel);
        return listening == null ? 0 : listening.address().port();
    }

    /** Returns the channel terms for an answer. */
    List<ChannelTerm> terms(@Nullable String advertised) {
        return byChannel.entrySet().stream()
                .map(each -> term(each.getKey(), each.getValue(), advertised))
                .toList();
    }

    private static ChannelTerm term(String channel, RuntimeListener listening, @Nullable String advertised) {
        int port = listening.address().port();
        HostPort at = advertised == null ? HostPort.ownHost(port) : new HostPort(advertised, port);
        String certificate = listening.certificate();
        ChannelSecurity security = certificate.isEmpty() ? ChannelSecurity.NONE : ChannelSecurity.TLS;
        return new ChannelTerm(channel, security, List.of(at), certificate);
    }

    /** Replaces the certificate. */
    void renew(Protection.Certified certified) {
        byChannel.values().forEach(listening -> listening.renew(certified));
    }

    void close() {
        byChannel.values().forEach(RuntimeListener::close);
    }
}
