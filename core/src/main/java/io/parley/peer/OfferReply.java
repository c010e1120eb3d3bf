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
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Reply to an offer, classified (docs/protocol/negotiation.md, "Classes of replies"). Immutable.
 *
 * @param kind its class
 * @param answer only for {@link ReplyKind#ANSWER}
 * @param refusal only for a verdict of refused
 * @param detail details beside the class, for the log
 */
public record OfferReply(
        ReplyKind kind, @Nullable Answer answer, @Nullable Refusal refusal, String detail) {
    private static final int FIRST_SUCCESS = 200;
    private static final int LAST_SUCCESS = 299;
    /**
     * Time for which an offer is made again while the service prepares; it leaves the last one time for its answer and its
     * session within {@link KnownPeers#PROBE_LIMIT}.
     */
    public static final Duration MOST_PREPARING = Duration.ofSeconds(20);

    /** Services wait themselves before they say so, except those that too many ask. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /**
     * Reads a reply.
     *
     * @param status of HTTP; 200 for a transport that has none
     * @param body as it came; no more of it is read than an answer may be long, and it is not closed
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
        if (envelope.isFault()) {
            Refusal refusal = new Refusal(FallbackReason.NOT_CAPABLE, "a SOAP fault with status " + status);
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
     * Returns the reply kind for none in time.
     *
     * @param within the time that was waited
     */
    public static OfferReply timeout(Duration within) {
        return new OfferReply(ReplyKind.TIMEOUT, null, null, "no reply within " + within.toMillis() + " ms");
    }

    /** The offer could not be sent, or the connection broke before the reply. */
    public static OfferReply transportError(String detail) {
        return new OfferReply(ReplyKind.TRANSPORT_ERROR, null, null, detail);
    }

    /**
     * Makes an offer, and makes it again as long as the service says that it is preparing: up to 20 seconds. Blocks the thread,
     * which may be interrupted.
     *
     * @param offer makes the offer once, and returns what came back
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

    /** Ends a probe as the class says; nothing for an answer, which the caller goes on with. */
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

    /** Says what a status by itself means: then it does not matter that its page is no SOAP. */
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
