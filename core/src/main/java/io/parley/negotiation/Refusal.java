package io.parley.negotiation;

import java.util.EnumSet;
import java.util.Set;

/**
 * Refusal of an agreement. A service sends it in place of an answer; a client creates it when an answer does not fit
 * its offer.
 *
 * @param reason the named reason
 * @param detail the term and values in question, for the log; truncated and sanitised if it came from a peer
 */
public record Refusal(FallbackReason reason, String detail) {
    private static final int MAX_DETAIL = 300;
    private static final Set<FallbackReason> SENDABLE = EnumSet.of(
            FallbackReason.SWITCHED_OFF,
            FallbackReason.PREPARING,
            FallbackReason.TLS_NOT_AVAILABLE,
            FallbackReason.FILTERS_BYPASSED,
            FallbackReason.ASYNC_NOT_SUPPORTED,
            FallbackReason.NO_COMMON_TERM,
            FallbackReason.VERSION,
            FallbackReason.UNSUPPORTED_ENDPOINT,
            FallbackReason.TRANSACTED,
            FallbackReason.MISCONFIGURED,
            FallbackReason.CONNECT_FAILED,
            FallbackReason.GOING_AWAY,
            FallbackReason.BUDGET,
            FallbackReason.LIMIT);

    /**
     * Returns the refusal for a fault of the service itself. A SOAP fault would tell the client that the service does
     * not support Parley, which is not true.
     */
    public static Refusal misconfigured() {
        return new Refusal(FallbackReason.MISCONFIGURED, "the log of the service says why");
    }

    /**
     * Returns the refusal for a SOAP fault in place of an answer.
     *
     * @param error the error of Parley in the fault, if the service has Parley and could not read the offer; or empty
     */
    public static Refusal byFault(int status, String error) {
        return new Refusal(
                FallbackReason.NOT_CAPABLE,
                "a SOAP fault with status " + status + (error.isEmpty() ? "" : ", " + Terms.shown(error, MAX_DETAIL)));
    }

    /** Returns the refusal for a SOAP fault which says that the service does not take the client's version of SOAP. */
    public static Refusal byOtherSoap(int status) {
        return new Refusal(
                FallbackReason.VERSION,
                "the SOAP fault VersionMismatch with status " + status
                        + ": the service takes another version of SOAP than the client's binding sends");
    }

    /**
     * Returns a refusal as received from a peer. A reason that this version does not know, or that a service may not
     * give, counts as {@link FallbackReason#VERSION}.
     */
    public static Refusal fromPeer(String reason, String detail) {
        String shown = Terms.shown(detail, MAX_DETAIL);
        for (FallbackReason known : SENDABLE) {
            if (known.name().equals(reason)) {
                return new Refusal(known, shown);
            }
        }
        return new Refusal(FallbackReason.VERSION, "refused with " + Terms.shown(reason, MAX_DETAIL) + ": " + shown);
    }
}
