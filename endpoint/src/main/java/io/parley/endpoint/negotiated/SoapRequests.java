package io.parley.endpoint.negotiated;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.endpoint.Handlers;
import io.parley.endpoint.OperationFault;
import io.parley.endpoint.SoapText;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Outcome;
import io.parley.negotiation.Refusal;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapFault;
import io.parley.soap.SoapVersion;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles the SOAP calls and offers of one endpoint, over whatever transport they arrive. Thread-safe. */
public final class SoapRequests {
    private static final Logger LOG = LoggerFactory.getLogger(SoapRequests.class);

    private final Limits limits;
    private final SoapText text;
    private final Handlers handlers;
    private final OfferService offers;

    /** Creates the SOAP side of an endpoint. */
    public SoapRequests(Limits limits, SoapText text, Handlers handlers, OfferService offers) {
        this.limits = limits;
        this.text = text;
        this.handlers = handlers;
        this.offers = offers;
    }

    /**
     * What the transport knows about a request.
     *
     * @param action the SOAP action, without quotes; empty if there is none
     * @param principal authenticated caller; empty if unknown
     * @param secure true if its connection is protected
     * @param redelivered true if it may have been handled before
     */
    public record Origin(String action, String principal, boolean secure, boolean redelivered) {}

    /**
     * Handles a request. Blocks while the handler does.
     *
     * @param envelope whose body was not read yet
     * @param whenRead called once the text of a call is no longer needed
     * @throws RuntimeException that {@link #coded} turns into the error that the caller gets
     */
    public SoapReply handle(SoapEnvelope envelope, Origin origin, Runnable whenRead) {
        boolean negotiates = false;
        for (SoapEnvelope.HeaderBlock block : envelope.headers()) {
            if (block.name().equals(NegotiationXml.HEADER)) {
                negotiates = true;
            } else if (block.mustUnderstand()) {
                return new SoapReply.Refused(new SoapFault(
                        SoapFault.Cause.MUST_UNDERSTAND,
                        "a header block that must be understood is not",
                        Optional.empty()));
            }
        }
        return negotiates ? negotiate(envelope, origin) : call(envelope, origin, whenRead);
    }

    private SoapReply negotiate(SoapEnvelope envelope, Origin origin) {
        if (!envelope.bodyName().filter(NegotiationXml.OFFER::equals).isPresent()) {
            throw new ParleyException(
                    ErrorCode.NEGOTIATION, "body: expected " + NegotiationXml.OFFER + ", found another element");
        }
        Offer offer = NegotiationXml.readOffer(envelope.body(), limits);
        SoapVersion version = envelope.version();
        return outcome(offer, origin)
                .fold(
                        answer -> new SoapReply.Negotiated(
                                Optional.of(answer),
                                out -> SoapEnvelope.write(
                                        out, version, List.of(), writer -> NegotiationXml.write(answer, writer))),
                        refusal -> new SoapReply.Negotiated(
                                Optional.empty(),
                                out -> SoapEnvelope.write(
                                        out, version, List.of(), writer -> NegotiationXml.write(refusal, writer))));
    }

    /** Returns the answer; a refusal if this side failed to create one. */
    private Outcome<Answer> outcome(Offer offer, Origin origin) {
        try {
            return offers.answer(offer, origin.secure(), origin.principal());
        } catch (RuntimeException | LinkageError e) {
            LOG.error("Cannot answer an offer, its client stays on SOAP: {}", e.getMessage(), e);
            return new Outcome.Refused<>(Refusal.misconfigured());
        }
    }

    private SoapReply call(SoapEnvelope envelope, Origin origin, Runnable whenRead) {
        SoapText.Request call = text.readRequest(envelope, origin.action());
        whenRead.run();
        SoapVersion version = envelope.version();
        @Nullable Object answer;
        try {
            answer = handlers.handle(call.operation(), call.value(), origin.redelivered());
        } catch (OperationFault fault) {
            return new SoapReply.Handled(
                    true, dispatched(out -> text.writeFault(out, version, call.operation(), fault)));
        } catch (ParleyException e) {
            throw dispatched(e);
        }
        return answer == null
                ? new SoapReply.Accepted()
                : new SoapReply.Handled(
                        false, dispatched(out -> text.writeResponse(out, version, call.operation(), answer)));
    }

    private static SoapReply.Envelope dispatched(SoapReply.Envelope envelope) {
        return out -> {
            try {
                envelope.write(out);
            } catch (ParleyException e) {
                throw dispatched(e);
            }
        };
    }

    /** Returns the error of a call whose handler was called, so that its code must not permit another attempt. */
    private static ParleyException dispatched(ParleyException why) {
        return why.retry() == ErrorCode.Retry.SAFE
                ? new ParleyException(
                        ErrorCode.INTERNAL, "the call failed after its handler was called: " + why.getMessage(), why)
                : why;
    }

    /** Logs the failure of a request, and returns the error that its caller gets. */
    public static ParleyException coded(RuntimeException why) {
        if (why instanceof ParleyException coded) {
            LOG.debug("Answering a SOAP call with a fault", coded);
            return coded;
        }
        LOG.warn("A handler failed", why);
        return new ParleyException(ErrorCode.INTERNAL, "the handler of the call failed");
    }
}
