package io.parley.negotiation;

/**
 * Kind of a reply to an offer, with its verdict on the service. The table of docs/protocol/negotiation.md, "Classes of
 * replies", is this enum.
 */
public enum ReplyKind {
    /** A well-formed answer, with a success status. */
    ANSWER(Verdict.ANSWERED),
    /** A refusal, which names its reason. */
    REFUSAL(Verdict.REFUSED),
    /** A SOAP fault of either version, with any code, and any status that is not {@link #isTemporary}. */
    SOAP_FAULT(Verdict.REFUSED),
    /** An element in Parley's namespace that violates the rules of the protocol page. */
    MALFORMED_ANSWER(Verdict.UNDECIDED),
    /** A SOAP envelope with another body, or a fault whose status says that the condition is temporary. */
    OTHER_SOAP(Verdict.UNDECIDED),
    /** No SOAP envelope, such as HTML, JSON or an empty body, with any status not named below. */
    NOT_SOAP(Verdict.UNDECIDED),
    /** No reply within the timeout of the negotiation. */
    TIMEOUT(Verdict.UNDECIDED),
    /** Status 401, 403 or 407. */
    NOT_AUTHORIZED(Verdict.UNSAID),
    /** The request could not be sent, or the connection failed. */
    TRANSPORT_ERROR(Verdict.UNSAID);

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int PROXY_UNAUTHORIZED = 407;

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int BAD_GATEWAY = 502;
    private static final int GATEWAY_TIMEOUT = 504;

    private final Verdict verdict;

    ReplyKind(Verdict verdict) {
        this.verdict = verdict;
    }

    /** Returns the verdict on the service, which determines how long it is remembered. */
    public Verdict verdict() {
        return verdict;
    }

    /** Returns whether a status is conclusive regardless of the body. */
    public static boolean isNotAuthorized(int status) {
        return status == UNAUTHORIZED || status == FORBIDDEN || status == PROXY_UNAUTHORIZED;
    }

    /**
     * Returns whether a status reports a temporary condition, so that a fault says nothing about Parley (RFC 6585,
     * section 4; RFC 9110, section 15.6).
     */
    public static boolean isTemporary(int status) {
        return status == TOO_MANY_REQUESTS || (status >= BAD_GATEWAY && status <= GATEWAY_TIMEOUT);
    }

    /** Verdict of a reply on the service. */
    public enum Verdict {
        /** The service supports Parley and chose. */
        ANSWERED,
        /** The service refuses, or does not support Parley: remembered for long. */
        REFUSED,
        /** Nothing can be concluded: remembered briefly. */
        UNDECIDED,
        /** The reply concerns the call and not Parley, and the call itself reports it. No fallback is reported. */
        UNSAID
    }
}
