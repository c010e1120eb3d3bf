package io.parley.transport.http.endpoint;

import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.http.Affinity;
import io.parley.endpoint.Handlers;
import io.parley.endpoint.OperationFault;
import io.parley.endpoint.SoapText;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Outcome;
import io.parley.negotiation.Refusal;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.runtime.ObjectReservation;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapFault;
import io.parley.soap.SoapVersion;
import io.parley.transport.http.Body;
import io.parley.transport.http.BodyMemory;
import io.parley.transport.http.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers SOAP calls and offers for an endpoint. Thread-safe. */
final class SoapService {
    private static final Logger LOG = LoggerFactory.getLogger(SoapService.class);
    private static final int ACCEPTED = 202;
    private static final int BAD = 400;
    private static final int UNAVAILABLE = 503;
    private static final int FAILED = 500;

    private final Limits limits;
    private final BodyMemory memory;
    private final Supplier<ObjectReservation> objects;
    private final SoapText text;
    private final Handlers handlers;
    private final Offers offers;

    SoapService(
            Limits limits,
            BodyMemory memory,
            Supplier<ObjectReservation> objects,
            SoapText text,
            Handlers handlers,
            Offers offers) {
        this.limits = limits;
        this.memory = memory;
        this.objects = objects;
        this.text = text;
        this.handlers = handlers;
        this.offers = offers;
    }

    /** Returns the maximum length of a request, compressed or not. */
    long mostBytes() {
        return limits.get(Limit.MESSAGE_BYTES);
    }

    /** Answers a request and closes its body. Blocks while the handler does. */
    Response answer(SoapRequest request) {
        SoapVersion version = request.form().version();
        try (ObjectReservation held = objects.get();
                Body body = request.body();
                InputStream in =
                        request.form().zipped() ? memory.counting(new GZIPInputStream(body.input())) : body.input()) {
            SoapEnvelope envelope = SoapEnvelope.read(in, limits, Limit.MESSAGE_BYTES, held);
            version = envelope.version();
            return answer(request, envelope);
        } catch (ParleyException e) {
            LOG.debug("Answering a SOAP call with a fault", e);
            return fault(version, e);
        } catch (IOException e) {
            return fault(
                    version,
                    new ParleyException(
                            ErrorCode.MALFORMED_MESSAGE, "http body: expected gzip, found another form", e));
        } catch (RuntimeException e) {
            LOG.warn("A handler failed", e);
            return fault(version, new ParleyException(ErrorCode.INTERNAL, "the handler of the call failed"));
        }
    }

    private Response answer(SoapRequest request, SoapEnvelope envelope) {
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
        return negotiates ? negotiate(request, envelope) : call(request, envelope);
    }

    private Response negotiate(SoapRequest request, SoapEnvelope envelope) {
        if (!envelope.bodyName().filter(NegotiationXml.OFFER::equals).isPresent()) {
            throw new ParleyException(
                    ErrorCode.NEGOTIATION, "body: expected " + NegotiationXml.OFFER + ", found another element");
        }
        Offer offer = NegotiationXml.readOffer(envelope.body(), limits);
        Outcome<Answer> outcome = outcome(offer, request);
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

    /** Returns the answer; a refusal if this side failed to create one. */
    private Outcome<Answer> outcome(Offer offer, SoapRequest request) {
        try {
            return offers.answer(offer, request.secure(), request.principal());
        } catch (RuntimeException | LinkageError e) {
            LOG.error("Cannot answer an offer, its client stays on SOAP: {}", e.getMessage(), e);
            return new Outcome.Refused<>(Refusal.misconfigured());
        }
    }

    private Response call(SoapRequest request, SoapEnvelope envelope) {
        SoapText.Request call = text.readRequest(envelope, request.form().type().action());
        request.body().close(); // not needed while the handler runs
        SoapVersion version = envelope.version();
        boolean zip = request.form().zip();
        @Nullable Object answer;
        try {
            answer = handlers.handle(call.operation(), call.value());
        } catch (OperationFault fault) {
            return response(FAILED, version, zip, out -> text.writeFault(out, version, call.operation(), fault));
        }
        return answer == null
                ? Response.empty(ACCEPTED)
                : response(200, version, zip, out -> text.writeResponse(out, version, call.operation(), answer));
    }

    /** Returns a response with the fault for an error. */
    static Response fault(SoapVersion version, ParleyException error) {
        return fault(version, SoapFault.of(error));
    }

    private static Response fault(SoapVersion version, SoapFault fault) {
        boolean retry = fault.code()
                .filter(code -> code == ErrorCode.BUDGET || code == ErrorCode.NOT_DISPATCHED)
                .isPresent();
        boolean sender = version == SoapVersion.V1_2 && fault.cause() == SoapFault.Cause.SENDER;
        int status = retry ? UNAVAILABLE : sender ? BAD : FAILED;
        // Not counted as held memory: it is short, and must be sent even when memory is short.
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
            throw new ParleyException(ErrorCode.INTERNAL, "cannot write a response", e);
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
