package io.parley.transport.http.endpoint;

import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.http.Affinity;
import io.parley.endpoint.Handlers;
import io.parley.endpoint.SoapText;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Outcome;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.runtime.HeldObjects;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapFault;
import io.parley.soap.SoapVersion;
import io.parley.transport.http.Body;
import io.parley.transport.http.BodyMemory;
import io.parley.transport.http.FramesSite;
import io.parley.transport.http.HttpRefusal;
import io.parley.transport.http.RequestHead;
import io.parley.transport.http.Response;
import io.parley.transport.http.Site;
import io.parley.transport.http.WebSocketSite;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Site of one endpoint's URL: calls and offers by SOAP, upgrades to WebSockets, posts of the http channel, and the
 * WSDL. Thread-safe.
 */
final class SoapSite implements Site {
    private static final Logger LOG = LoggerFactory.getLogger(SoapSite.class);
    private static final int ACCEPTED = 202;
    private static final int BAD = 400;
    private static final int UNAVAILABLE = 503;
    private static final int FAILED = 500;

    private final String path;
    private final Admission admission;
    private final Limits limits;
    private final BodyMemory memory;
    private final Supplier<HeldObjects> objects;
    private final SoapText text;
    private final Handlers handlers;
    private final Offers offers;
    private final FramesSite frames;
    private final @Nullable WebSocketSite webSockets;
    private final byte[] wsdl;
    private final Executor workers;
    /** Whether only open sessions are served. */
    private volatile boolean stopping;

    /**
     * @param webSockets null for none
     * @param wsdl the document
     * @param workers calls are handled by them
     */
    SoapSite(
            String path,
            Admission admission,
            Limits limits,
            BodyMemory memory,
            Supplier<HeldObjects> objects,
            SoapText text,
            Handlers handlers,
            Offers offers,
            FramesSite frames,
            @Nullable WebSocketSite webSockets,
            String wsdl,
            Executor workers) {
        this.path = path;
        this.admission = admission;
        this.limits = limits;
        this.memory = memory;
        this.objects = objects;
        this.text = text;
        this.handlers = handlers;
        this.offers = offers;
        this.frames = frames;
        this.webSockets = webSockets;
        this.wsdl = wsdl.getBytes(StandardCharsets.UTF_8);
        this.workers = workers;
    }

    /** Takes no calls and no offers from now on; posts of sessions still come through. */
    void stop() {
        stopping = true;
    }

    /** A path is compared as it came: no other spelling of it is this one. */
    @Override
    public Handling on(RequestHead head) throws HttpRefusal {
        if (!head.path().equals(path)) {
            throw new HttpRefusal(404, ErrorCode.UNKNOWN_OPERATION, "expected the path of an endpoint, found another");
        }
        if (head.all("Authorization").size() > 1) {
            throw new HttpRefusal(BAD, ErrorCode.PROTOCOL, "expected one header Authorization, found several");
        }
        String authorization = head.header("Authorization");
        Optional<String> principal = admission.admit(authorization == null ? "" : authorization);
        if (principal.isEmpty()) {
            return new Now(new Response(401, Map.of("WWW-Authenticate", "Basic realm=\"parley\""), Body.empty()));
        }
        if (webSockets != null && WebSocketSite.isUpgrade(head)) {
            return webSockets.on(head, principal.get());
        }
        if (stopping && !FramesSite.isPost(head)) {
            throw new HttpRefusal(UNAVAILABLE, ErrorCode.NOT_DISPATCHED, "the endpoint stops; the call was not made");
        }
        if (head.method().equals("GET") && head.query().equalsIgnoreCase("wsdl")) {
            return new Now(new Response(
                    200, Map.of("Content-Type", "text/xml; charset=UTF-8"), Body.of(Unpooled.wrappedBuffer(wsdl))));
        }
        if (!head.method().equals("POST")) {
            throw new HttpRefusal(405, ErrorCode.PROTOCOL, "expected POST, or GET with the query wsdl");
        }
        return FramesSite.isPost(head) ? frames.on(head, principal.get()) : soap(head, principal.get());
    }

    private Handling soap(RequestHead head, String principal) throws HttpRefusal {
        MediaType type = MediaType.of(head);
        boolean zipped = isZipped(head);
        boolean zip = head.header("Accept-Encoding") != null && accepts(head.all("Accept-Encoding"));
        return new Whole(limits.get(Limit.MESSAGE_BYTES), (body, to) -> {
            Exchange exchange = new Exchange(type, zipped, zip, principal, head.isSecure(), body, to);
            try {
                workers.execute(() -> answer(exchange));
            } catch (RejectedExecutionException e) {
                body.close();
                to.answer(fault(
                        type.version(),
                        new ParleyException(
                                ErrorCode.NOT_DISPATCHED,
                                "http: all workers are busy; the settings are " + Limit.THREADS.setting() + " and "
                                        + Limit.QUEUED.setting())));
            }
        });
    }

    /** A request whose body is whole. */
    private record Exchange(
            MediaType type, boolean zipped, boolean zip, String principal, boolean secure, Body body, Answering to) {}

    private static boolean isZipped(RequestHead head) throws HttpRefusal {
        List<String> codings = head.all("Content-Encoding");
        if (codings.isEmpty() || codings.equals(List.of("identity"))) {
            return false;
        }
        if (codings.equals(List.of("gzip")) || codings.equals(List.of("x-gzip"))) {
            return true;
        }
        throw new HttpRefusal(415, ErrorCode.PROTOCOL, "expected no content coding but gzip");
    }

    private static boolean accepts(List<String> accepted) {
        return accepted.stream()
                .flatMap(line -> List.of(line.split(",", -1)).stream())
                .map(String::strip)
                .anyMatch(coding -> coding.equalsIgnoreCase("gzip")
                        || (coding.regionMatches(true, 0, "gzip;", 0, 5) && !coding.matches(".*q=0(\\.0*)?")));
    }

    private void answer(Exchange exchange) {
        SoapVersion version = exchange.type().version();
        Response response;
        try (HeldObjects held = objects.get();
                Body body = exchange.body();
                InputStream in =
                        exchange.zipped() ? memory.counting(new GZIPInputStream(body.input())) : body.input()) {
            SoapEnvelope envelope = SoapEnvelope.read(in, limits, Limit.MESSAGE_BYTES, held);
            version = envelope.version();
            response = answer(exchange, envelope);
        } catch (ParleyException e) {
            LOG.debug("a call by SOAP is answered with a fault", e);
            response = fault(version, e);
        } catch (IOException e) {
            response = fault(
                    version,
                    new ParleyException(
                            ErrorCode.MALFORMED_MESSAGE, "http body: expected gzip, found another form", e));
        } catch (RuntimeException e) {
            LOG.warn("a handler failed", e);
            response = fault(version, new ParleyException(ErrorCode.INTERNAL, "the handler of the call failed"));
        }
        exchange.to().answer(response);
    }

    private Response answer(Exchange exchange, SoapEnvelope envelope) {
        boolean negotiates = false;
        for (SoapEnvelope.HeaderBlock block : envelope.headers()) {
            if (block.name().equals(NegotiationXml.HEADER)) {
                negotiates = true;
            } else if (block.mustUnderstand()) {
                return fault(
                        envelope.version(),
                        new SoapFault(
                                SoapFault.Cause.MUST_UNDERSTAND,
                                "a header block that must be understood is not",
                                Optional.empty()));
            }
        }
        return negotiates ? negotiate(exchange, envelope) : call(exchange, envelope);
    }

    private Response negotiate(Exchange exchange, SoapEnvelope envelope) {
        if (!envelope.bodyName().filter(NegotiationXml.OFFER::equals).isPresent()) {
            throw new ParleyException(
                    ErrorCode.NEGOTIATION, "body: expected " + NegotiationXml.OFFER + ", found another element");
        }
        Offer offer = NegotiationXml.readOffer(envelope.body(), limits);
        Outcome<Answer> outcome = offers.answer(offer, exchange.secure(), exchange.principal());
        Response answer = response(
                200,
                envelope.version(),
                false,
                out -> SoapEnvelope.write(out, envelope.version(), List.of(), writer -> {
                    if (outcome instanceof Outcome.Reached<Answer> reached) {
                        NegotiationXml.write(reached.value(), writer);
                    } else if (outcome instanceof Outcome.Refused<Answer> refused) {
                        NegotiationXml.write(refused.refusal(), writer);
                    }
                }));
        return outcome instanceof Outcome.Reached<Answer> reached
                ? answer.with(
                        Affinity.NODE_HEADER,
                        Affinity.node(reached.value().token().bytes()))
                : answer;
    }

    private Response call(Exchange exchange, SoapEnvelope envelope) {
        SoapText.Request request = text.readRequest(envelope, exchange.type().action());
        exchange.body().close(); // it is not needed while the handler works
        @Nullable Object answer = handlers.handle(request.operation(), request.value());
        return answer == null
                ? Response.empty(ACCEPTED)
                : response(
                        200,
                        envelope.version(),
                        exchange.zip(),
                        out -> text.writeResponse(out, envelope.version(), request.operation(), answer));
    }

    private static Response fault(SoapVersion version, ParleyException error) {
        return fault(version, SoapFault.of(error));
    }

    private static Response fault(SoapVersion version, SoapFault fault) {
        boolean retry = fault.code()
                .filter(code -> code == ErrorCode.BUDGET || code == ErrorCode.NOT_DISPATCHED)
                .isPresent();
        boolean sender = version == SoapVersion.V1_2 && fault.cause() == SoapFault.Cause.SENDER;
        int status = retry ? UNAVAILABLE : sender ? BAD : FAILED;
        // Counted nowhere: it is short, and must get through when memory is short.
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        fault.write(bytes, version);
        return new Response(
                status,
                Map.of("Content-Type", version.contentType()),
                Body.of(Unpooled.wrappedBuffer(bytes.toByteArray())));
    }

    /** Writes an envelope. */
    @FunctionalInterface
    private interface Envelope {
        void write(OutputStream out);
    }

    private Response response(int status, SoapVersion version, boolean zip, Envelope envelope) {
        Body body = memory.newBody(limits);
        boolean written = false;
        try (OutputStream plain = body.output();
                OutputStream out = zip ? new GZIPOutputStream(plain) : plain) {
            envelope.write(out);
            written = true;
        } catch (IOException e) {
            throw new ParleyException(ErrorCode.INTERNAL, "a response could not be written", e);
        } finally {
            if (!written) {
                body.close();
            }
        }
        Map<String, String> headers = zip
                ? Map.of("Content-Type", version.contentType(), "Content-Encoding", "gzip")
                : Map.of("Content-Type", version.contentType());
        return new Response(status, headers, body);
    }
}
