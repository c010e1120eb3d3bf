package io.parley.negotiation;

import io.parley.ErrorCode;

/**
 * Reason why a call was sent by plain SOAP (docs/reference/fallback-reasons.md). Every fallback has exactly one, which
 * is shown in the log, counters and status.
 */
public enum FallbackReason {
    NOT_CAPABLE(
            Memory.LONG,
            "the service answered the offer with a SOAP fault: it does not support Parley",
            "enable Parley at the service, or set the mode to never for this service"),
    UNDECIDED(
            Memory.SHORT,
            "the response to the offer says nothing about Parley",
            "check what is at the address: a proxy, a login page, a queue without a service, or a slow service, "
                    + "for which you can raise parley.negotiation-millis"),
    NEGOTIATING(
            Memory.CALL,
            "the negotiation runs in parallel with this call",
            "nothing; later calls stream, or name another reason"),
    PREPARING(
            Memory.SOON,
            "the service is still preparing for its first offer, which takes long once for a large contract",
            "nothing; the client asks again. To prepare a service before the first offer, wait for "
                    + "ParleyStatus.ready when you publish it"),
    MODE_NEVER(Memory.CALL, "the mode is never", "set the mode to auto or always"),
    SWITCHED_OFF(
            Memory.SHORT,
            "the operator of the client or the service has switched Parley off, for the whole process or for "
                    + "this endpoint",
            "switch it on again: with the attribute On of the MBean io.parley:type=Switch or of the "
                    + "endpoint's MBean, or on the operator's page"),
    POLICY(
            Memory.CALL,
            "the switch policy does not expect enough calls to make a negotiation pay",
            "nothing, or use the policy eager"),
    SLOWER(
            Memory.CALL,
            "calls of the operation take less time over SOAP than on the session's channel, or the client is "
                    + "comparing the two",
            "make a faster channel available, such as websocket instead of posts; or set the mode to always, "
                    + "in which all calls stream"),
    NEW_IDENTITY(
            Memory.CALL,
            "this is the first call with credentials other than the client's first ones",
            "nothing; the next call with the same credentials may negotiate. Credentials that change with "
                    + "each call use SOAP"),
    TLS_NOT_AVAILABLE(
            Memory.LONG,
            "the service's address is https, and the two sides have no common protected channel; an "
                    + "unprotected one is never used",
            "make sure that the service knows that its callers use TLS, and that both sides have a channel "
                    + "with TLS"),
    FILTERS_BYPASSED(
            Memory.LONG,
            "the endpoint is hosted by a servlet: a session would bypass its filters, or have no roles of a "
                    + "container's login",
            "set parley.servlets-allowed for that endpoint if its filters need not see each call and it asks for "
                    + "no roles"),
    ASYNC_NOT_SUPPORTED(
            Memory.LONG,
            "the service's servlet, or a filter before it, does not support asynchronous requests: each session on its URL would"
                    + " hold a thread of the container",
            "set async-supported to true for CXF's servlet and the filters before it, in web.xml or where they are registered"),
    HOST_NOT_ALLOWED(
            Memory.LONG,
            "the answer names a host that is neither the service's own nor permitted",
            "permit the host at the client with parley.allowed-hosts, or correct parley.advertised-host at "
                    + "the service"),
    CONNECT_FAILED(
            Memory.SHORT,
            "the client could not connect to the agreed address",
            "check that the port is open, that parley.advertised-host and parley.advertised-port are right, "
                    + "and that the certificate shown there is the service's"),
    CONNECT_TIMEOUT(
            Memory.SHORT,
            "connecting to the agreed address, or opening the session there, took too long",
            "check whether a firewall drops the port; on a slow network raise parley.limits.connect-millis "
                    + "and parley.limits.handshake-millis at the client, and parley.limits.open-millis at the service"),
    WRONG_NODE(
            Memory.SHORT,
            "the session's connection or requests reached another node than the one that answered the offer",
            "give each node its own parley.advertised-host or parley.advertised-port; at the service's URL "
                    + "configure the balancer to hash the header Parley-Route, or to set a cookie (the guide has "
                    + "configurations)"),
    TOKEN_REFUSED(
            Memory.SHORT,
            "the service did not accept the token: it was used or expired",
            "check the clocks, and whether another program uses this client's answers"),
    DIGEST_MISMATCH(
            Memory.LONG,
            "the two sides do not have the same terms: offer or answer was changed in transit",
            "find out which intermediary rewrites SOAP messages; this may be an attack"),
    TERMS_CHANGED(
            Memory.SOON,
            "the service changed something that the agreement depends on",
            "nothing; the client negotiates again"),
    VERSION(
            Memory.LONG,
            "the two sides have no common version of the protocol",
            "update one side so that their versions overlap"),
    NO_COMMON_TERM(
            Memory.LONG,
            "the two sides have no common choice for a required term",
            "enable a common representation, channel, compression or reliability on both sides, or raise the limit that is named"),
    IDENTITY_DIFFERS(
            Memory.CALL,
            "the call's credentials or transport headers differ from those of the session",
            "nothing; or keep the credentials of a proxy constant"),
    SESSION_LOST(
            Memory.RENEW,
            "the session ended before the call could use it",
            "nothing; the next call negotiates again. If it happens repeatedly, the log says why"),
    PEER_SILENT(
            Memory.RENEW,
            "the session's last ping is unanswered",
            "nothing if it is temporary; otherwise find out what drops the session's connection silently (a "
                    + "firewall, a NAT, a balancer), or whether the service's process hangs"),
    GOING_AWAY(
            Memory.SOON,
            "the service, or one of its nodes, drains its sessions",
            "nothing; the client negotiates again"),
    LIMIT(
            Memory.CALL,
            "the call does not fit into an agreed limit",
            "raise the limit that the log names, on both sides"),
    BUDGET(
            Memory.CALL,
            "the service currently has no memory or no thread for the call, or the client has no memory to "
                    + "send it",
            "raise the limit that the log names: for memory parley.limits.session-bytes, "
                    + "parley.limits.total-bytes or parley.limits.object-bytes, for threads parley.limits.threads, "
                    + "parley.limits.queued or parley.limits.queue-millis; or send fewer large messages at a time"),
    NOT_STREAMABLE(
            Memory.CALL,
            "an interceptor or property of this call needs the plain SOAP transport",
            "see in the guide what prevents a call from streaming"),
    UNSUPPORTED_ENDPOINT(
            Memory.LONG,
            "Parley cannot stream to this kind of endpoint",
            "see in the guide which endpoints are supported"),
    MISCONFIGURED(
            Memory.SHORT,
            "the service could not answer the offer, or the client could not make it or use the answer, "
                    + "because of a fault in its own configuration, or in something that it names",
            "read the detail of the fallback, which says what failed at the client; otherwise the log of the "
                    + "service, which names the setting"),
    TRANSACTED(
            Memory.LONG,
            "the service reads messages from its queue in transactions, so that failed ones are delivered "
                    + "again; a session does not do that",
            "nothing; or, if nothing depends on that, remove sessionTransacted and the transaction manager "
                    + "from the service's JMS configuration"),
    ENCODING(
            Memory.CALL,
            "a value of the call could not be encoded in the agreed representation",
            "the log names the part and the value's type");

    private final Memory memory;
    private final String sentence;
    private final String fix;

    FallbackReason(Memory memory, String sentence, String fix) {
        this.memory = memory;
        this.sentence = sentence;
        this.fix = fix;
    }

    /**
     * Returns the reason for an error that ended a session, prevented one from being opened, or occurred in a call on
     * it.
     */
    public static FallbackReason of(ErrorCode code) {
        return switch (code) {
            case CONNECT_FAILED -> CONNECT_FAILED;
            case OPEN_TIMEOUT, TIMEOUT -> CONNECT_TIMEOUT;
            case WRONG_NODE -> WRONG_NODE;
            case TOKEN_REFUSED -> TOKEN_REFUSED;
            case DIGEST_MISMATCH -> DIGEST_MISMATCH;
            case VERSION -> VERSION;
            case TERMS_CHANGED -> TERMS_CHANGED;
            case GOING_AWAY, CLOSED -> GOING_AWAY;
            case LIMIT -> LIMIT;
            case BUDGET, NOT_DISPATCHED, ENHANCE_CALM -> BUDGET;
            case NEGOTIATION -> NO_COMMON_TERM;
            case ENCODING -> ENCODING;
            default -> SESSION_LOST;
        };
    }

    /** Returns how long the reason is remembered. */
    public Memory memory() {
        return memory;
    }

    /** Returns a sentence about the event, for log and status. */
    public String sentence() {
        return sentence;
    }

    /** Returns advice on how to remove the reason. */
    public String fix() {
        return fix;
    }

    /** Duration for which a reason prevents further negotiations for a key. */
    public enum Memory {
        /** A single call; the next one is decided anew. */
        CALL,
        /** None, unless the session before was short-lived: the next call may negotiate at once. */
        RENEW,
        /**
         * One second, doubled with each repetition up to 30 seconds; none if a session that ends with the reason was
         * not short-lived.
         */
        SOON,
        /** 30 seconds, doubled with each repetition up to 10 minutes. */
        SHORT,
        /** One hour, doubled with each repetition up to one day. */
        LONG
    }
}
