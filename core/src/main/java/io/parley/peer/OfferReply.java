package io.parley.peer;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.Answer;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Outcome;
import io.parley.negotiation.Refusal;
import io.parley.negotiation.ReplyKind;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapFault;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A classified reply to an offer (docs/protocol/negotiation.md, "Classes of replies"). Immutable.
 *
 * @param kind its class
 * @param answer only for {@link ReplyKind#ANSWER}
 * @param refusal only if the verdict is refused
 * @param detail details on the class, for the log
 */
public record OfferReply(
        ReplyKind kind, @Nullable Answer answer, @Nullable Refusal refusal, String detail) {
    private static final int FIRST_SUCCESS = 200;
    private static final int LAST_SUCCESS = 299;
    /**
     * Time for which an offer is repeated while the service prepares. It leaves time for the last answer and its
     * session within {@link KnownPeers#PROBE_LIMIT}.
     */
    public static final Duration MOST_PREPARING = Duration.ofSeconds(20);

    /** Pause before an offer is repeated. Services usually wait before they reply that they are preparing. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /**
     * Classifies a reply.
     *
     * @param status of HTTP; 200 for a transport without one
     * @param body read at most up to the maximum length of an answer; not closed
     */
    public static OfferReply read(int status, InputStream body, Limits limits) {
        if (ReplyKind.isNotAuthorized(status)) {
            return of(ReplyKind.NOT_AUTHORIZED, status, "");
        }
        SoapEnvelope envelope;
        try {
            envelope = SoapEnvelope.read(body, limits, Limit.NEGOTIATION_BYTES);
        } catch (ParleyException e) {
            return of(ReplyKind.NOT_SOAP, status, notSoap(status).orElse(", " + e.getMessage()));
        }
        if (envelope.isFault() && ReplyKind.isTemporary(status)) {
            return of(ReplyKind.OTHER_SOAP, status, ": a SOAP fault of a service that is not available now");
        }
        if (envelope.isFault()) {
            Refusal refusal = refusal(status, envelope);
            return new OfferReply(ReplyKind.SOAP_FAULT, null, refusal, refusal.detail());
        }
        Optional<QName> name = envelope.bodyName();
        boolean isOurs = name.filter(NegotiationXml.ANSWER::equals).isPresent()
                || name.filter(NegotiationXml.REFUSAL::equals).isPresent();
        if (!isOurs || status < FIRST_SUCCESS || status > LAST_SUCCESS) {
            return of(ReplyKind.OTHER_SOAP, status, "");
        }
        try {
            return ours(NegotiationXml.readReply(envelope.body(), limits));
        } catch (ParleyException e) {
            return of(ReplyKind.MALFORMED_ANSWER, status, ", " + e.getMessage());
        }
    }

    /**
     * Returns the classification of a missing reply.
     *
     * @param within the timeout that has expired
     */
    public static OfferReply timeout(Duration within) {
        return new OfferReply(ReplyKind.TIMEOUT, null, null, "no reply within " + within.toMillis() + " ms");
    }

    /** Returns the classification of an offer that could not be sent, or whose connection failed before the reply. */
    public static OfferReply transportError(String detail) {
        return new OfferReply(ReplyKind.TRANSPORT_ERROR, null, null, detail);
    }

    /**
     * Sends an offer, and repeats it while the service replies that it is preparing, for up to 20 seconds. Blocks the
     * thread, which may be interrupted.
     *
     * @param offer sends the offer once, and returns its reply
     */
    public static OfferReply whenPrepared(Supplier<OfferReply> offer) {
        long start = System.nanoTime();
        OfferReply reply = offer.get();
        while (reply.isPreparing()
                && System.nanoTime() - start < MOST_PREPARING.toNanos()
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(PAUSE_NANOS);
            reply = offer.get();
        }
        return reply;
    }

    private boolean isPreparing() {
        return refusal != null && refusal.reason() == FallbackReason.PREPARING;
    }

    /** Ends a probe according to the class; does nothing for an answer, which the caller processes. */
    public void end(Probe probe) {
        switch (kind.verdict()) {
            case ANSWERED -> {}
            case REFUSED -> probe.refused(refusal == null ? new Refusal(FallbackReason.NOT_CAPABLE, detail) : refusal);
            case UNDECIDED -> probe.undecided(FallbackReason.UNDECIDED, detail);
            case UNSAID -> probe.unsaid(detail);
        }
    }

    private static OfferReply ours(Outcome<Answer> reply) {
        return reply.fold(
                answer -> new OfferReply(ReplyKind.ANSWER, answer, null, ""),
                refusal -> new OfferReply(ReplyKind.REFUSAL, null, refusal, refusal.detail()));
    }

    /** Returns the refusal by a fault; with its error, if a service with Parley could not read the offer. */
    private static Refusal refusal(int status, SoapEnvelope envelope) {
        try {
            SoapFault fault = SoapFault.read(envelope);
            return fault.cause() == SoapFault.Cause.VERSION_MISMATCH
                            && fault.code().isEmpty()
                    ? Refusal.byOtherSoap(status)
                    : Refusal.byFault(
                            status,
                            fault.code().map(code -> code + ": " + fault.text()).orElse(""));
        } catch (ParleyException e) {
            return Refusal.byFault(status, "");
        }
    }

    /** Returns the meaning of an HTTP status that is conclusive although its body is not SOAP. */
    private static Optional<String> notSoap(int status) {
        return switch (status) {
            case 404, 410 -> Optional.of(": there is nothing at this path");
            case 405, 501 -> Optional.of(": no POST is taken at this path");
            case 502, 503, 504 -> Optional.of(": a proxy answers, and no service behind it");
            default ->
                status >= 300 && status < 400
                        ? Optional.of(": the service is elsewhere, or wants a login")
                        : Optional.empty();
        };
    }

    private static OfferReply of(ReplyKind kind, int status, String detail) {
        return new OfferReply(kind, null, null, "status " + status + detail);
    }
}
