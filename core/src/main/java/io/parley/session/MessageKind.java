package io.parley.session;

import io.parley.frame.DataFrame;

/** Kind of a message (docs/protocol/framing.md, section 5). */
public enum MessageKind {
    /** A message that starts a stream and has a response. */
    REQUEST(DataFrame.REQUEST),
    /** A message that starts a stream and ends it. */
    ONE_WAY(DataFrame.ONE_WAY),
    /** A response to a request. */
    RESPONSE(DataFrame.RESPONSE),
    /** A fault: the response to a request that failed. */
    FAULT(DataFrame.FAULT),
    /** A side stream, which belongs to a message. */
    SIDE(DataFrame.SIDE);

    private static final MessageKind[] KINDS = values();

    private final int flags;

    MessageKind(int flags) {
        this.flags = flags;
    }

    int flags() {
        return flags;
    }

    /** Returns whether the message is sent on a stream that the other side started. */
    public boolean isAnswer() {
        return this == RESPONSE || this == FAULT;
    }

    static MessageKind of(int frameFlags) {
        return KINDS[(frameFlags & DataFrame.KIND) >>> 4];
    }
}
