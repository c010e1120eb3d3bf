package io.parley.negotiation;

import io.parley.ErrorCode;

/**
 * Reason why a call was sent by plain SOAP (docs/reference/fallback-reasons.md). Every fallback has exactly one, which
 * is shown in the log, counters and status.
 */
public enum FallbackReason {
    NOT_CAPABLE(
            Memory.LONG,
            "the service answered the offer with a SOAP fault: it does not speak Parley",
            "switch Parley on at the service, or set the mode to never for it"),
    UNDECIDED(
            Memory.SHORT,
            "what came back for the offer says nothing about Parley",
            "see what stands at the address: a proxy, a login page, or a slow service, for which parley.negotiation-millis may be raised"),
    NEGOTIATING(
            Memory.CALL,
            "the negotiation runs beside this call",
            "nothing; calls after it stream, or name another reason"),
    PREPARING(
            Memory.SOON,
            "the service is still preparing for its first offer, as one with a large contract does once",
            "nothing; it is asked again. To have a service ready before anybody asks, wait for ParleyStatus.ready when it is published"),
    MODE_NEVER(Memory.CALL, "the mode is never", "set the mode to auto or always"),
    SWITCHED_OFF(
            Memory.SHORT,
            "who operates the client or the service has switched Parley off, for the whole process or for this endpoint",
            "switch it on again: the attribute On of the MBean io.parley:type=Switch, or of the endpoint's, or the operator's page"),
    POLICY(
            Memory.CALL,
            "the switch policy does not expect enough calls to repay a negotiation",
            "nothing, or choose the policy eager"),
    SLOWER(
            Memory.CALL,
            "calls of the operation take less time by SOAP than on the session's channel, or are being compared",
            "let a faster channel through, websocket for posts; or set the mode to always, where all calls stream"),
    NEW_IDENTITY(
            Memory.CALL,
            "the call is the first with credentials that the client did not begin with",
            "nothing; the next call with the same credentials may negotiate. Credentials that change with each call go by SOAP"),
    TLS_NOT_AVAILABLE(
            Memory.LONG,
            "the service's address is https and no protected channel could be agreed; it never gets a plain one",
            "see that the service knows that its callers come by TLS, and that both sides have a channel with it"),
    FILTERS_BYPASSED(
            Memory.LONG,
            "the endpoint is hosted by a servlet, whose filters a stream would go around",
            "allow it for that endpoint by parley.servlets-allowed if no filter guards it"),
    ASYNC_NOT_SUPPORTED(
            Memory.LONG,
            "the service's servlet, or a filter before it, does not support asynchronous requests: each session on its URL would"
                    + " hold a thread of the container",
            "set async-supported to true for CXF's servlet and the filters before it, in web.xml or where they are registered"),
    HOST_NOT_ALLOWED(
            Memory.LONG,
            "the answer names a host that is not the service's own and is not allowed",
            "allow the host at the client by parley.allowed-hosts, or correct parley.advertised-host at the service"),
    CONNECT_FAILED(
            Memory.SHORT,
            "no connection to the agreed address could be made",
            "see whether the port is open, parley.advertised-host and parley.advertised-port are right, and the certificate shown"
                    + " there is the service's"),
    CONNECT_TIMEOUT(
            Memory.SHORT,
            "connecting to the agreed address, or opening the session there, took too long",
            "see whether a firewall drops the port; where the way is slow raise parley.limits.connect-millis and"
                    + " parley.limits.handshake-millis at the client, and parley.limits.open-millis at the service"),
    WRONG_NODE(
            Memory.SHORT,
            "the session's connection or requests reached another node than the one that answered the offer",
            "give each node its own parley.advertised-host or parley.advertised-port; at the service's URL have the balancer hash the header Parley-Route,"
                    + " or set a cookie (the guide has configurations)"),
    TOKEN_REFUSED(
            Memory.SHORT,
            "the service did not accept the token: it was used or too old",
            "see whether the clocks run and who else opens with this client's answers"),
    DIGEST_MISMATCH(
            Memory.LONG,
            "the two sides do not hold the same terms: offer or answer was changed on the way",
            "find out which intermediary rewrites SOAP messages; it may be an attack"),
    TERMS_CHANGED(
            Memory.RENEW,
            "the service changed what the agreement was made for",
            "nothing; the next call negotiates anew"),
    VERSION(
            Memory.LONG,
            "the two sides speak no common version of the protocol",
            "bring both to versions that overlap"),
    NO_COMMON_TERM(
            Memory.LONG,
            "offer and capabilities have no choice in common for a term that needs one",
            "enable a common representation, channel, compression or reliability on both sides"),
    IDENTITY_DIFFERS(
            Memory.CALL,
            "the call's credentials or transport headers differ from those of the session",
            "nothing; or keep the credentials of a proxy constant"),
    SESSION_LOST(
            Memory.RENEW,
            "the session ended before the call could use it",
            "nothing; the next call negotiates anew. If it repeats, read why in the log"),
    PEER_SILENT(
            Memory.RENEW,
            "the peer of the session gave no sign of life when it was asked for one",
            "nothing if it passes; else see what drops the session's connection silently (a firewall, a NAT, a balancer), or"
                    + " whether the service's process hangs"),
    GOING_AWAY(Memory.RENEW, "the service drains its sessions", "nothing; the next call negotiates anew"),
    LIMIT(
            Memory.CALL,
            "the call does not fit into an agreed limit",
            "raise the limit that the log names, on both sides"),
    BUDGET(
            Memory.CALL,
            "the service has no memory or no thread for the call now, or the client none for what it sends",
            "raise what the log names: for memory parley.limits.session-bytes, parley.limits.total-bytes or"
                    + " parley.limits.object-bytes, for threads parley.limits.threads, parley.limits.queued or"
                    + " parley.limits.queue-millis; or send fewer large messages at a time"),
    NOT_STREAMABLE(
            Memory.CALL,
            "an interceptor or property of this call needs the plain SOAP transport",
            "see the guide for what keeps a call from streaming"),
    UNSUPPORTED_ENDPOINT(
            Memory.LONG,
            "the endpoint is of a kind that cannot be streamed to",
            "see the guide for the endpoints that can"),
    MISCONFIGURED(
            Memory.SHORT,
            "the service could not answer the offer for a fault of its own: of its configuration, or of what that names",
            "see the log of the service, which names the setting"),
    TRANSACTED(
            Memory.LONG,
            "the service takes messages off its queue in transactions, so that what fails is delivered again; a session does not",
            "nothing; or, where nobody relies on that, take sessionTransacted and the transaction manager off the service's "
                    + "JMS configuration"),
    ENCODING(
            Memory.CALL,
            "a value of the call could not be encoded in the agreed representation",
            "see the log for the part and the value's type");

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
        /** One second, doubled with each repetition up to 30 seconds. */
        SOON,
        /** 30 seconds, doubled with each repetition up to 10 minutes. */
        SHORT,
        /** One hour, doubled with each repetition up to one day. */
        LONG
    }
}
