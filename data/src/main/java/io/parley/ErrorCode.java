package io.parley;

import java.util.Optional;

/**
 * Error codes that travel in ABORT, REFUSE and GOAWAY frames (docs/protocol/framing.md, "Error codes"). The numbers are
 * part of the protocol and never change their meaning.
 */
public enum ErrorCode {
    /** An internal failure that no other code describes. Not for anything the peer caused. */
    INTERNAL(1, Scope.MESSAGE, Retry.NEVER),
    /** A frame that is legal by itself but not in this state. */
    PROTOCOL(2, Scope.SESSION, Retry.NEVER),
    /** Bytes that are not a frame: bad length, bad header checksum, unknown type, bad flags. */
    MALFORMED_FRAME(3, Scope.CONNECTION, Retry.NEVER),
    /** The preamble names a version or feature bits that this side does not support. */
    VERSION(4, Scope.CONNECTION, Retry.NEVER),
    /** The token is unknown, used or expired. Only the log says which. */
    TOKEN_REFUSED(5, Scope.CONNECTION, Retry.SAFE),
    /** The token was not issued here: another node answered the negotiation. */
    WRONG_NODE(6, Scope.CONNECTION, Retry.SAFE),
    /** The agreement's digest in OPEN or ACCEPT is not the one this side computed. */
    DIGEST_MISMATCH(7, Scope.CONNECTION, Retry.NEVER),
    /** The payload checksum of a frame does not match. */
    CHECKSUM(8, Scope.CONNECTION, Retry.NEVER),
    /** The connection did not reach an accepted OPEN in time. */
    OPEN_TIMEOUT(9, Scope.CONNECTION, Retry.SAFE),
    /** A partial frame arrives, or queued content is taken by the peer, more slowly than the minimum rate. */
    TOO_SLOW(10, Scope.CONNECTION, Retry.NEVER),
    /** More control frames than a well-behaved peer sends. */
    ENHANCE_CALM(11, Scope.SESSION, Retry.NEVER),
    /** The side is draining: calls that it had not started were not dispatched. */
    GOING_AWAY(12, Scope.SESSION, Retry.SAFE),
    /** The service changed something that the agreement depends on. */
    TERMS_CHANGED(13, Scope.SESSION, Retry.SAFE),
    /** The connection broke. Calls in progress may or may not have been dispatched. */
    CONNECTION_LOST(14, Scope.SESSION, Retry.NEVER),
    /** No connection could be established. Nothing was sent. */
    CONNECT_FAILED(15, Scope.CONNECTION, Retry.SAFE),
    /** The peer sent more than the credit it was given. */
    FLOW_CONTROL(16, Scope.SESSION, Retry.NEVER),
    /** A size, count or depth above an agreed limit. The message names the limit and its setting. */
    LIMIT(17, Scope.MESSAGE, Retry.NEVER),
    /**
     * Declared or outgoing content exceeds the budget that is free at present. Not for messages above the message
     * limit.
     */
    BUDGET(18, Scope.MESSAGE, Retry.SAFE),
    /** Message content that cannot be decoded: truncated, bad index, bad varint, bad UTF-8. */
    MALFORMED_MESSAGE(19, Scope.MESSAGE, Retry.NEVER),
    /** Message content that is well formed but does not fit the agreed schema. */
    SCHEMA_VIOLATION(20, Scope.MESSAGE, Retry.NEVER),
    /** The message is for an operation that this endpoint does not have, or has under another number. */
    UNKNOWN_OPERATION(21, Scope.MESSAGE, Retry.NEVER),
    /** A value that the sender could not encode. The message was aborted before its end. */
    ENCODING(22, Scope.MESSAGE, Retry.SAFE),
    /** No response before the caller's timeout. */
    TIMEOUT(23, Scope.MESSAGE, Retry.NEVER),
    /** The caller no longer wants the response. */
    CANCELLED(24, Scope.MESSAGE, Retry.NEVER),
    /** The endpoint cannot accept the call at present (queue full, stopped). It was not dispatched. */
    NOT_DISPATCHED(25, Scope.MESSAGE, Retry.SAFE),
    /** A schema that cannot be read or breaks a rule. The message lists all problems. */
    SCHEMA_INVALID(26, Scope.MESSAGE, Retry.NEVER),
    /** An offer or answer that does not conform to docs/protocol/negotiation.md. */
    NEGOTIATION(27, Scope.MESSAGE, Retry.NEVER),
    /** XML that the hardened parser rejects: not well-formed, or with a document type or entity. */
    XML_REFUSED(28, Scope.MESSAGE, Retry.NEVER),
    /** The session was closed by this side. */
    CLOSED(29, Scope.SESSION, Retry.SAFE),
    /**
     * The context store cannot be reached or does not write (lost server, full disk, no quorum). Nothing was changed.
     */
    CONTEXT_UNAVAILABLE(30, Scope.MESSAGE, Retry.SAFE),
    /**
     * A context that does not exist, that this principal may not use, or whose name is invalid. The message does not
     * say which.
     */
    CONTEXT_REFUSED(31, Scope.MESSAGE, Retry.NEVER),
    /** Stored content whose hash differs from the one recorded, or from the one in its address. */
    CONTENT_MISMATCH(32, Scope.MESSAGE, Retry.NEVER);

    private static final ErrorCode[] BY_NUMBER = byNumber();

    private final int number;
    private final Scope scope;
    private final Retry retry;

    ErrorCode(int number, Scope scope, Retry retry) {
        this.number = number;
        this.scope = scope;
        this.retry = retry;
    }

    /** Returns the number on the wire, 1 to 255. */
    public int number() {
        return number;
    }

    /** Returns the extent of the error. */
    public Scope scope() {
        return scope;
    }

    /** Returns whether the same call may be sent again after this error. */
    public Retry retry() {
        return retry;
    }

    /** Returns the code with that number, or empty if this version does not know it. */
    public static Optional<ErrorCode> of(int number) {
        return number > 0 && number < BY_NUMBER.length ? Optional.of(BY_NUMBER[number]) : Optional.empty();
    }

    private static ErrorCode[] byNumber() {
        ErrorCode[] codes = values();
        ErrorCode[] table = new ErrorCode[codes.length + 1];
        for (ErrorCode code : codes) {
            table[code.number] = code;
        }
        return table;
    }

    /** Extent of an error: the message, session or connection that it ends. */
    public enum Scope {
        /** One message. The session and its other messages continue. */
        MESSAGE,
        /** The session with all its messages. */
        SESSION,
        /** The transport connection. */
        CONNECTION
    }

    /** Permission to retry a call that failed with this error. */
    public enum Retry {
        /** The call may have been dispatched, or would fail again. */
        NEVER,
        /** The call was provably not dispatched and may be sent by another route. */
        SAFE
    }
}
