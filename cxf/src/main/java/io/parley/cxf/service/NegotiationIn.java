package io.parley.cxf.service;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.http.Affinity;
import io.parley.cxf.bus.BusRuntime;
import io.parley.cxf.bus.LastWarning;
import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.carrier.EnvelopeContent;
import io.parley.cxf.carrier.SoapVersions;
import io.parley.cxf.channel.ServletFilters;
import io.parley.cxf.channel.UpgradesIn;
import io.parley.cxf.endpoint.ByteInterceptors;
import io.parley.cxf.endpoint.Guard;
import io.parley.cxf.transport.Caller;
import io.parley.negotiation.Answer;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Outcome;
import io.parley.negotiation.Refusal;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapVersion;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.jaxws.handler.logical.LogicalHandlerInInterceptor;
import org.apache.cxf.jaxws.handler.soap.SOAPHandlerInterceptor;
import org.apache.cxf.jaxws.support.JaxWsEndpointImpl;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptor;
import org.apache.cxf.staxutils.DepthXMLStreamReader;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interceptor that takes offers out of a service's chain and answers them on the back-channel. Runs after the
 * interceptors that check transport and headers and before operation dispatch, so no user code sees an offer.
 */
public final class NegotiationIn extends AbstractSoapInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger(NegotiationIn.class);

    private static final int INITIAL_BYTES = 2048;

    private final ServiceEndpoint service;
    private final LastWarning failure = new LastWarning();
    private final UnreadableOffers unreadable = new UnreadableOffers();
    /** Set once the log says that the container does not hand over connections. */
    private final AtomicBoolean upgradesLogged = new AtomicBoolean();

    /** Creates the interceptor of a service. */
    public NegotiationIn(ServiceEndpoint service) {
        super(Phase.PRE_UNMARSHAL);
        this.service = service;
    }

    @Override
    public Set<QName> getUnderstoodHeaders() {
        return Set.of(NegotiationXml.HEADER);
    }

    @Override
    public Collection<PhaseInterceptor<? extends Message>> getAdditionalInterceptors() {
        return List.of(new BeforeTokens(), new BeforeHandlers());
    }

    @Override
    public void handleMessage(SoapMessage message) {
        if (isOffer(message)) {
            take(message);
        }
    }

    private boolean isOffer(SoapMessage message) {
        return message.hasHeader(NegotiationXml.HEADER) && !isRequestor(message);
    }

    private void take(SoapMessage message) {
        Outcome<Answer> outcome = outcome(message);
        message.getInterceptorChain().abort();
        reply(message, outcome);
    }

    private Outcome<Answer> answer(Offer offer, SoapMessage message) {
        Guard guard = guard(message);
        return service.refusal(guard)
                .<Outcome<Answer>>map(Outcome.Refused::new)
                .orElseGet(() -> service.answer(offer, Caller.of(message), guard));
    }

    /** Returns the answer to an offer, or a refusal if this side fails to create one. */
    private Outcome<Answer> outcome(SoapMessage message) {
        try {
            Offer offer = read(message);
            return service.openChannels()
                    .refusal()
                    .<Outcome<Answer>>map(Outcome.Refused::new)
                    .orElseGet(() -> answer(offer, message));
        } catch (SoapFault e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            if (failure.differs(String.valueOf(e))) {
                LOG.error(
                        "{}: failed to answer an offer, its callers continue by SOAP: {}",
                        message.getExchange().getEndpoint().getEndpointInfo().getName(),
                        e.getMessage(),
                        e);
            }
            return new Outcome.Refused<>(Refusal.misconfigured());
        }
    }

    /**
     * Interceptor that answers an offer before WS-Security, if that checks each message by itself over its tree. The
     * offer has no token and opens only a channel for messages, each of which is checked like a message by SOAP. All
     * transport checks have run by then.
     */
    private final class BeforeTokens extends AbstractSoapInterceptor {
        BeforeTokens() {
            super(Phase.PRE_PROTOCOL);
            WsSecurity.IN.forEach(this::addBefore);
        }

        @Override
        public void handleMessage(SoapMessage message) {
            if (isOffer(message) && WsSecurity.judges(message)) {
                take(message);
            }
        }
    }

    /**
     * Interceptor that answers an offer before JAX-WS handlers, which belong to the application. They see each message
     * of the session like a message by SOAP, but not the offer.
     */
    private final class BeforeHandlers extends AbstractSoapInterceptor {
        BeforeHandlers() {
            super(Phase.PRE_PROTOCOL_FRONTEND);
            addBefore(SOAPHandlerInterceptor.class.getName());
            addBefore(LogicalHandlerInInterceptor.class.getName());
        }

        @Override
        public void handleMessage(SoapMessage message) {
            if (isOffer(message) && hasHandlers(message.getExchange().getEndpoint())) {
                take(message);
            }
        }

        private static boolean hasHandlers(Endpoint endpoint) {
            return endpoint instanceof JaxWsEndpointImpl jaxws
                    && !jaxws.getJaxwsBinding().getHandlerChain().isEmpty();
        }
    }

    private Offer read(SoapMessage message) {
        XMLStreamReader reader = message.getContent(XMLStreamReader.class);
        try {
            if (reader == null || !StaxUtils.toNextElement(depth(reader))) {
                throw new ParleyException(
                        ErrorCode.NEGOTIATION, "body: expected " + NegotiationXml.OFFER + ", found no element");
            }
            return NegotiationXml.readOffer(reader, service.limits());
        } catch (ParleyException e) {
            unreadable.refused(message, e);
            throw new SoapFault(e.getMessage(), e, message.getVersion().getSender());
        }
    }

    private static DepthXMLStreamReader depth(XMLStreamReader reader) {
        return reader instanceof DepthXMLStreamReader depth ? depth : new DepthXMLStreamReader(reader);
    }

    /**
     * Returns the restrictions for a caller. A channel with its own port bypasses servlet filters and container
     * authentication, and a caller over TLS must not get an unprotected one. The service's URL bypasses neither, unless
     * filters see only the upgrade. But container roles cannot be looked up after the request, and without asynchronous
     * requests each session would block a container thread. A channel on the path of the offer bypasses nothing.
     */
    private Guard guard(Message message) {
        if (!service.isOn()) {
            return Guard.against(FallbackReason.SWITCHED_OFF);
        }
        if (BusRuntime.isDraining(message.getExchange().getBus())) {
            return Guard.against(FallbackReason.GOING_AWAY);
        }
        Optional<Carrier> carrier = service.openChannels().carrier();
        if (carrier.isEmpty()) {
            return Guard.against(FallbackReason.UNSUPPORTED_ENDPOINT);
        }
        Optional<String> obstacle = service.detour(message)
                .or(() -> new ByteInterceptors().of(message).map(name -> name + " works on the bytes of messages"));
        if (obstacle.isPresent()) {
            LOG.info(
                    "{}: refusing an offer, messages must be sent by SOAP: {}",
                    message.getExchange().getEndpoint().getEndpointInfo().getName(),
                    obstacle.get());
            return Guard.against(FallbackReason.UNSUPPORTED_ENDPOINT);
        }
        return carrier.get().namesHosts() ? ofContainer(message) : Guard.none(ChannelSecurity.NONE);
    }

    private Guard ofContainer(Message message) {
        if (!(message.get(AbstractHTTPDestination.HTTP_REQUEST) instanceof HttpServletRequest request)) {
            return Guard.against(FallbackReason.UNSUPPORTED_ENDPOINT);
        }
        boolean roles = request.getUserPrincipal() != null;
        boolean filters = message.get(AbstractHTTPDestination.HTTP_CONFIG) != null;
        boolean allowed = service.settings().servletsAllowed();
        Optional<FallbackReason> bypassed =
                (roles || filters) && !allowed ? Optional.of(FallbackReason.FILTERS_BYPASSED) : Optional.empty();
        return new Guard(
                Optional.empty(),
                bypassed,
                roles && bypassed.isPresent() ? bypassed : unlessAsync(request),
                ServletFilters.mayJudge(message, request) && !allowed
                        ? Optional.of(FallbackReason.FILTERS_BYPASSED)
                        : unlessUpgradable(message, request),
                request.isSecure() ? ChannelSecurity.TLS : ChannelSecurity.NONE);
    }

    private static Optional<FallbackReason> unlessAsync(HttpServletRequest request) {
        return request.isAsyncSupported() ? Optional.empty() : Optional.of(FallbackReason.ASYNC_NOT_SUPPORTED);
    }

    private Optional<FallbackReason> unlessUpgradable(Message message, HttpServletRequest request) {
        if (UpgradesIn.isPossible(request)) {
            return Optional.empty();
        }
        if (!upgradesLogged.getAndSet(true)) {
            LOG.info(
                    "{}: no websocket channel: expected a request of Jetty 12, Tomcat or Undertow, not by AJP, whose"
                            + " classes the application sees, found {}; using other channels",
                    message.getExchange().getEndpoint().getEndpointInfo().getName(),
                    request.getClass().getName());
        }
        return Optional.of(FallbackReason.UNSUPPORTED_ENDPOINT);
    }

    private static void reply(SoapMessage message, Outcome<Answer> outcome) {
        SoapVersion version = SoapVersions.of(message);
        Exchange exchange = message.getExchange();
        Message out = new MessageImpl();
        out.setExchange(exchange);
        out.put(Message.CONTENT_TYPE, version.contentType());
        if (outcome instanceof Outcome.Reached<Answer> reached
                && exchange.getDestination() instanceof AbstractHTTPDestination) {
            String node = Affinity.node(reached.value().token().bytes());
            Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            headers.put(Affinity.NODE_HEADER, new ArrayList<>(List.of(node)));
            out.put(Message.PROTOCOL_HEADERS, headers);
        }
        try {
            Conduit back = exchange.getDestination().getBackChannel(message);
            back.prepare(out);
            EnvelopeContent.write(out, envelope(version, outcome));
            back.close(out);
        } catch (IOException e) {
            throw new Fault(e);
        }
    }

    private static byte[] envelope(SoapVersion version, Outcome<Answer> outcome) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(INITIAL_BYTES);
        SoapEnvelope.write(bytes, version, List.of(), writer -> write(outcome, writer));
        return bytes.toByteArray();
    }

    private static void write(Outcome<Answer> outcome, XMLStreamWriter writer) {
        if (outcome instanceof Outcome.Reached<Answer> reached) {
            NegotiationXml.write(reached.value(), writer);
        } else if (outcome instanceof Outcome.Refused<Answer> refused) {
            NegotiationXml.write(refused.refusal(), writer);
        }
    }
}
