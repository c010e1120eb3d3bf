package io.parley.negotiation;

/**
 * Kind of a reply to an offer, with its verdict on the service. The table of docs/protocol/negotiation.md, "Classes of
 * replies", is this enum.
 */
public enum ReplyKind {
    /** Our answer, well formed, with a success status. */
    ANSWER(Verdict.ANSWERED),
    /** Our refusal, which names its reason. */
    REFUSAL(Verdict.REFUSED),
    /** A SOAP fault of either version, whatever its code and status. */
    SOAP_FAULT(Verdict.REFUSED),
    /** An element in our namespace that breaks the rules of the protocol page. */
    MALFORMED_ANSWER(Verdict.UNDECIDED),
    /** A SOAP envelope with something else in its body. */
    OTHER_SOAP(Verdict.UNDECIDED),
    /** HTML, JSON, nothing at all: no SOAP envelope, with any status not named below. */
    NOT_SOAP(Verdict.UNDECIDED),
    /** No reply within the limit of the negotiation. */
    TIMEOUT(Verdict.UNDECIDED),
    /** Status 401, 403 or 407. */
    NOT_AUTHORIZED(Verdict.UNSAID),
    /** The request could not be sent, or the connection broke. */
    TRANSPORT_ERROR(Verdict.UNSAID);

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int PROXY_UNAUTHORIZED = 407;

    private final Verdict verdict;

    ReplyKind(Verdict verdict) {
        this.verdict = verdict;
    }

    /** Returns what the reply says of the service, and so for how long it is remembered. */
    public Verdict verdict() {
        return verdict;
    }

    /** Returns whether a status is conclusive, whatever the body holds. */
    public static boolean isNotAuthorized(int status) {
        return status == UNAUTHORIZED || status == FORBIDDEN || status == PROXY_UNAUTHORIZED;
    }

    /** Verdict of a reply on the service. */
    public enum Verdict {
        /** The service speaks Parley and chose. */
        ANSWERED,
        /** The service does not want to, or does not speak Parley: remembered for long. */
        REFUSED,
        /** Nothing can be concluded: remembered briefly. */
        UNDECIDED,
        /** The reply is about the call, not about Parley; the call itself shows it. Such a fallback is not reported. */
        UNSAID
    }
}
