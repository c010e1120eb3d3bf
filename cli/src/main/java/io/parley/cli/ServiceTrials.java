package io.parley.cli;

import io.parley.Limits;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.websocket.WebSocket;
import io.parley.endpoint.ChannelTrial;
import io.parley.endpoint.Contract;
import io.parley.endpoint.OfferExchange;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Refusal;
import io.parley.negotiation.ReplyKind;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.peer.OfferReply;
import io.parley.runtime.ParleyRuntime;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapVersion;
import io.parley.transport.http.ServiceClient;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import io.parley.transport.stream.EventLoops;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Trials of a service: opens sessions as a client of the plugin does by default, and calls no operation. Loads no class
 * of CXF, which takes longer than the trials. Thread-safe.
 */
final class ServiceTrials {
    /** Channels in the order of clients' preference. */
    static final List<String> CHANNELS = List.of("stream", WebSocket.CHANNEL, HttpFrames.CHANNEL);

    /** Timeout of the answer to an offer, which is long because the user waits for the result. */
    static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration FIRST_ANSWER = Duration.ofSeconds(10);
    /** Reasons for which a service may take SOAP 1.2 though it does not take SOAP 1.1. */
    private static final Set<FallbackReason> PERHAPS_OTHER =
            EnumSet.of(FallbackReason.NOT_CAPABLE, FallbackReason.UNDECIDED, FallbackReason.VERSION);

    private static final String[] REPRESENTATIONS = {"hhfr", "bnux"};

    private final URI url;
    private final HttpClient http;
    private final Contract nothing = nothing();

    /**
     * Creates the trials of a service.
     *
     * @param http client for the service's URL
     */
    ServiceTrials(URI url, HttpClient http) {
        this.url = url;
        this.http = http;
    }

    /**
     * Loads the classes that a trial needs, without a service: creates a contract, a runtime and the event loops, and
     * writes and reads the reply to an offer in memory.
     */
    static void rehearse() {
        EventLoops loops = EventLoops.shared();
        var unused = loops.acquire().whenComplete((running, why) -> loops.release());
        nothing();
        ParleyRuntime.builder().build().close();
        ByteArrayOutputStream reply = new ByteArrayOutputStream();
        SoapEnvelope.write(
                reply,
                SoapVersion.V1_1,
                List.of(NegotiationXml.HEADER),
                writer -> NegotiationXml.write(Refusal.misconfigured(), writer));
        OfferReply.read(HttpURLConnection.HTTP_OK, new ByteArrayInputStream(reply.toByteArray()), Limits.defaults());
    }

    private static Contract nothing() {
        return Contract.builder("urn:parley:probe").build();
    }

    /** Returns a client for requests to a service. */
    static HttpClient client(URI url) {
        return ServiceClient.builder(url).connectTimeout(CONNECT).build();
    }

    /**
     * Negotiates as calls do, with all channels, opens the session and pings.
     *
     * @throws IOException if the address cannot be reached or refuses the client, or a ping is not answered
     */
    ChannelTrial ofCalls(int pings) throws IOException {
        ChannelTrial trial = trial(CHANNELS, SoapVersion.V1_1, pings, PATIENCE);
        ReplyKind kind = trial.exchange().map(OfferExchange::kind).orElse(ReplyKind.ANSWER);
        if (kind.verdict() == ReplyKind.Verdict.UNSAID) {
            throw new IOException(
                    kind == ReplyKind.NOT_AUTHORIZED
                            ? url + " expects credentials"
                            : "expected a service at " + url + ", found none that answers");
        }
        if (trial.agreement().isPresent() && trial.roundTrips().size() < pings) {
            throw new IOException("the session was opened, but the answer to a ping did not come");
        }
        return trial;
    }

    /** Opens a session on one channel, and pings once. Tries SOAP 1.2 if the service may not speak SOAP 1.1. */
    ChannelTrial of(String channel) {
        ChannelTrial trial = trial(List.of(channel), SoapVersion.V1_1, 1, FIRST_ANSWER);
        boolean perhapsOther = trial.reason().filter(PERHAPS_OTHER::contains).isPresent();
        return perhapsOther ? trial(List.of(channel), SoapVersion.V1_2, 1, FIRST_ANSWER) : trial;
    }

    private ChannelTrial trial(List<String> channels, SoapVersion version, int pings, Duration within) {
        try (HttpEndpointClient client = HttpEndpointClient.of(nothing)
                .mode(Mode.ALWAYS)
                .version(version)
                .representations(REPRESENTATIONS)
                .channels(channels.toArray(String[]::new))
                .http(http)
                .open(url)) {
            return client.tryOut(pings, within);
        }
    }
}
