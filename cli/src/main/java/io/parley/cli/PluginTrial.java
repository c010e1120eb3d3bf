package io.parley.cli;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyProbe;
import io.parley.cxf.endpoint.Transcript;
import io.parley.cxf.settings.Settings;
import io.parley.endpoint.ChannelTrial;
import io.parley.endpoint.OfferExchange;
import io.parley.examples.hosting.Clients;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Trial of a service with a client of the plugin, under given settings. */
final class PluginTrial {
    private PluginTrial() {}

    /**
     * Negotiates as calls do, opens the session and pings.
     *
     * @throws IOException if the address cannot be reached or refuses the client, or a ping is not answered
     */
    static ChannelTrial of(URI address, Map<String, String> settings, int pings) throws IOException {
        ParleyFeature feature =
                new ParleyFeature().set(Settings.NEGOTIATION_MILLIS, (int) ServiceTrials.PATIENCE.toMillis());
        settings.forEach(feature::set);
        try (Clients clients = new Clients()) {
            ParleyProbe probe = ParleyProbe.run(clients.client(address.toString(), List.of(feature)), pings);
            return new ChannelTrial(
                    probe.agreement(),
                    probe.negotiation().map(Transcript::time).orElse(Duration.ZERO),
                    probe.roundTrips(),
                    probe.reason(),
                    probe.detail(),
                    probe.negotiation().map(PluginTrial::exchange));
        }
    }

    private static OfferExchange exchange(Transcript texts) {
        return new OfferExchange(texts.kind(), bytes(texts.offer()), bytes(texts.reply()));
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
