package io.parley.cli;

import io.parley.channel.http.HttpFrames;
import io.parley.channel.websocket.WebSocket;
import io.parley.endpoint.ChannelTrial;
import io.parley.endpoint.Contract;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.soap.SoapVersion;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The result of opening a session with a service on one channel.
 *
 * @param openedMs from the offer until the session was open or had failed
 * @param roundTripMs of a ping, or null if it was not answered
 * @param reason why it cannot be opened, or null
 * @param toDo advice for the reason, or null
 */
record ChannelReport(
        String channel,
        boolean opens,
        double openedMs,
        @Nullable Double roundTripMs,
        @Nullable String reason,
        String detail,
        @Nullable String toDo) {
    /** Channels in the order of clients' preference. */
    private static final List<String> CHANNELS = List.of("stream", WebSocket.CHANNEL, HttpFrames.CHANNEL);

    /** Tries each channel with a session of its own. */
    static List<ChannelReport> of(URI url) {
        Contract nothing = Contract.builder("urn:parley:probe").build();
        List<ChannelReport> reports = new ArrayList<>();
        for (String channel : CHANNELS) {
            ChannelTrial trial = trial(nothing, url, channel, SoapVersion.V1_1);
            boolean perhapsOther = trial.reason()
                    .filter(reason -> reason == FallbackReason.NOT_CAPABLE || reason == FallbackReason.UNDECIDED)
                    .isPresent();
            reports.add(report(url, channel, perhapsOther ? trial(nothing, url, channel, SoapVersion.V1_2) : trial));
        }
        return reports;
    }

    private static ChannelTrial trial(Contract contract, URI url, String channel, SoapVersion version) {
        try (HttpEndpointClient client = HttpEndpointClient.of(contract)
                .mode(Mode.ALWAYS)
                .version(version)
                .channels(channel)
                .open(url)) {
            return client.tryOut();
        }
    }

    private static ChannelReport report(URI url, String channel, ChannelTrial trial) {
        FallbackReason reason = trial.reason().orElse(null);
        return new ChannelReport(
                channel,
                reason == null,
                Millis.of(trial.took()),
                trial.roundTrip().map(Millis::of).orElse(null),
                reason == null ? null : reason.name(),
                trial.detail(),
                reason == null ? null : new ChannelDiagnosis(url).of(channel, reason, trial.detail()));
    }

    /** Returns the report as text. */
    List<String> lines() {
        String name = String.format(Locale.ROOT, "%-11s", channel);
        if (opens) {
            String ping = roundTripMs == null ? "no answer to a ping" : Millis.text(roundTripMs) + " a round trip";
            return List.of(name + " opens, " + Millis.text(openedMs) + " with the negotiation, " + ping);
        }
        return List.of(
                name + " does not open, after " + Millis.text(openedMs) + ": " + reason
                        + (detail.isEmpty() ? "" : " (" + detail + ")"),
                " ".repeat(name.length()) + " to do: " + toDo);
    }
}
