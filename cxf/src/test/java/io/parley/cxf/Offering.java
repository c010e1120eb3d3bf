package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.Providers;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.negotiation.AddressRule;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Negotiator;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Outcome;
import io.parley.negotiation.PartNumbering;
import io.parley.negotiation.ReplyKind;
import io.parley.negotiation.ServiceAddress;
import io.parley.negotiation.Token;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.peer.OfferReply;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapVersion;
import io.parley.testkit.channel.RawPeer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.apache.cxf.endpoint.Server;

/** Negotiates with a service exactly as a correct client does, and leaves the session to the test. */
public final class Offering {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final String address;
    private final Capabilities own;

    Offering(String address, Capabilities own) {
        this.address = address;
        this.own = own;
    }

    /** Creates the offer of a client whose contract is the service's own. */
    public static Offering to(Server server, String address, Capabilities.Builder own) {
        return new Offering(
                address,
                own.data(ParleyStatus.state(server).orElseThrow().model().description())
                        .build());
    }

    /** The result of a negotiation. */
    public record Agreed(Agreement agreement, Token token, PartNumbering numbering) {
        Address address() {
            HostPort to = agreement.addresses().get(0);
            return new Address(to.host(), to.port());
        }

        public byte[] digest() {
            return agreement.digest().bytes();
        }

        RawPeer open() throws Exception {
            return RawPeer.open(stream(), address(), token.bytes(), digest(), numbering.terms());
        }
    }

    static ChannelProvider stream() {
        return Providers.load(ChannelProvider.class, Offering.class.getClassLoader())
                .find("stream")
                .orElseThrow();
    }

    /** Returns the service's reply to an offer once it is prepared. */
    OfferReply offered() {
        return sendPatiently(offer(ServiceAddress.of(address)));
    }

    /** Returns the service's reply to an offer, even if it is that the service is not prepared. */
    OfferReply offeredOnce() {
        return send(offer(ServiceAddress.of(address)));
    }

    private Offer offer(ServiceAddress service) {
        return reached(Negotiator.offer(service, "", own, UUID.randomUUID().toString()));
    }

    public Agreed agree() throws Exception {
        ServiceAddress service = ServiceAddress.of(address);
        Offer offer = offer(service);
        OfferReply reply = sendPatiently(offer);
        assertThat(reply.kind()).as(reply.detail()).isEqualTo(ReplyKind.ANSWER);
        Answer answer = reply.answer();
        Agreement agreement = reached(Negotiator.accept(offer, answer, own, service, AddressRule.ownHostOnly()));
        return new Agreed(agreement, answer.token(), PartNumbering.opening(agreement.data(), own.data()));
    }

    private OfferReply sendPatiently(Offer offer) {
        return OfferReply.whenPrepared(() -> send(offer));
    }

    private OfferReply send(Offer offer) {
        ByteArrayOutputStream envelope = new ByteArrayOutputStream();
        SoapEnvelope.write(
                envelope,
                SoapVersion.V1_1,
                List.of(NegotiationXml.HEADER),
                writer -> NegotiationXml.write(offer, writer));
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", SoapVersion.V1_1.contentType())
                .header("SOAPAction", "\"\"")
                .POST(HttpRequest.BodyPublishers.ofByteArray(envelope.toByteArray()))
                .build();
        try {
            HttpResponse<InputStream> response = HTTP.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                return OfferReply.read(response.statusCode(), body, Limits.defaults());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static <T> T reached(Outcome<T> outcome) {
        return outcome.fold(value -> value, refusal -> {
            throw new AssertionError("refused: " + refusal);
        });
    }
}
