package io.parley.session;

import io.parley.frame.DataFrame;

/** Kind of a message; docs/protocol/framing.md, section 5. */
public enum MessageKind {
    /** Begins a stream and waits for its answer there. */
    REQUEST(DataFrame.REQUEST),
    /** Begins a stream and ends it. */
    ONE_WAY(DataFrame.ONE_WAY),
    /** Answers a request. */
    RESPONSE(DataFrame.RESPONSE),
    /** Answers a request that failed. */
    FAULT(DataFrame.FAULT),
    /** No message: a stream that belongs to one. */
    SIDE(DataFrame.SIDE);

    private static final MessageKind[] KINDS = values();

    private final int flags;

    MessageKind(int flags) {
        this.flags = flags;
    }

    int flags() {
        return flags;
    }

    /** Returns whether it belongs to a stream that the other side began. */
    public boolean isAnswer() {
        return this == RESPONSE || this == FAULT;
    }

    static MessageKind of(int frameFlags) {
        return KINDS[(frameFlags & DataFrame.KIND) >>> 4];
    }
}
