package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.parley.Limits;
import io.parley.channel.Protection;
import io.parley.endpoint.HandlerSet;
import io.parley.endpoint.Handlers;
import io.parley.endpoint.negotiated.EndpointTerms;
import io.parley.endpoint.negotiated.NegotiatedService;
import io.parley.endpoint.negotiated.OfferService;
import io.parley.endpoint.negotiated.SoapMediaType;
import io.parley.endpoint.negotiated.SoapRequests;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Negotiator;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Outcome;
import io.parley.negotiation.Reliability;
import io.parley.negotiation.ServiceAddress;
import io.parley.peer.OfferReply;
import io.parley.runtime.ParleyRuntime;
import io.parley.soap.SoapVersion;
import io.parley.transport.http.Body;
import io.parley.transport.http.BodyMemory;
import io.parley.transport.http.Response;
import io.parley.transport.http.endpoint.Samples.Numbers;
import java.io.OutputStream;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests offers that cannot be fulfilled because of a fault on the side of the endpoint or its client. */
class FailingOffersTest {
    private static final Limits LIMITS = Limits.defaults();

    @Test
    void aCompressionThatIsNotThereIsRefusedWhenAnEndpointOrItsClientIsMade() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HttpEndpoint.serve(Samples.CONTRACT)
                        .on("sum", Numbers.class, Samples::sum)
                        .compression("brotli")
                        .start(0))
                .withMessageContaining("no compression is called brotli");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HttpEndpointClient.of(Samples.CONTRACT)
                        .compression("brotli")
                        .open(URI.create("http://localhost:1/")))
                .withMessageContaining("no compression is called brotli");
    }

    /** After a SOAP fault the client would assume for an hour that the service does not support Parley. */
    @Test
    void anOfferThatFailsOnTheServicesSideIsAnsweredAsMisconfigured() throws Exception {
        EndpointTerms terms = new EndpointTerms(Samples.CONTRACT, LIMITS, List.of("hhfr"), "brotli", Reliability.NONE);
        Handlers handlers = new HandlerSet(Samples.CONTRACT).build();
        BodyMemory memory = BodyMemory.of(LIMITS);
        try (ParleyRuntime runtime = ParleyRuntime.builder().build()) {
            OwnPorts none = OwnPorts.listen(runtime, "127.0.0.1", Map.of(), Protection.NONE);
            OfferService offers = new OfferService(
                    terms,
                    handlers,
                    new UrlChannels(runtime, runtime.newSessionAcceptor(), none, UrlChannels.AT_URL, null),
                    null);
            SoapService service = new SoapService(
                    LIMITS,
                    memory,
                    runtime::reserveObjects,
                    new SoapRequests(LIMITS, Samples.CONTRACT.soapText(), handlers, offers));

            Response response = service.answer(request(offer(terms), memory));

            OfferReply reply =
                    OfferReply.read(response.status(), response.body().input(), LIMITS);
            response.body().close();
            assertThat(reply.refusal()).isNotNull();
            assertThat(reply.refusal().reason()).isEqualTo(FallbackReason.MISCONFIGURED);
        }
    }

    private static Offer offer(EndpointTerms terms) {
        Outcome<Offer> made = Negotiator.offer(
                ServiceAddress.of("http://service.example/"),
                terms.endpoint(),
                terms.capabilities()
                        .channel(new ChannelTerm("http", ChannelSecurity.NONE, List.of(), ""))
                        .build(),
                "offer-1");
        return made.fold(offer -> offer, refusal -> {
            throw new AssertionError(refusal);
        });
    }

    private static SoapRequest request(Offer offer, BodyMemory memory) throws Exception {
        Body body = memory.newBody(LIMITS);
        try (OutputStream out = body.output()) {
            NegotiatedService.write(offer, out, SoapVersion.V1_1);
        }
        MediaType type = new MediaType(SoapMediaType.of("text/xml"), "");
        return new SoapRequest(new SoapRequest.Form(type, false, false), "", false, body);
    }
}
