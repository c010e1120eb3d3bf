package io.parley.frame;

import org.jspecify.annotations.Nullable;

/** The frame types of docs/protocol/framing.md, section 4. */
public enum FrameType {
    /** Request of a session: {@link OpenFrame}. */
    OPEN(1, Scope.CONNECTION, StreamUse.NONE, 0),
    /** Acceptance of a session: {@link AcceptFrame}. */
    ACCEPT(2, Scope.CONNECTION, StreamUse.NONE, 0),
    /** Refusal of a session: {@link RefuseFrame}. */
    REFUSE(3, Scope.CONNECTION, StreamUse.NONE, 0),
    /** Request to resume a session: {@link ResumeFrame}. */
    RESUME(4, Scope.CONNECTION, StreamUse.NONE, 0),
    /** Acknowledgement of received frames: {@link AckFrame}. */
    ACK(5, Scope.CONNECTION, StreamUse.NONE, 0),
    /** Request of a sign of life: {@link PingFrame}. */
    PING(6, Scope.CONNECTION, StreamUse.NONE, 0),
    /** Response to a PING: {@link PingFrame}. */
    PONG(7, Scope.CONNECTION, StreamUse.NONE, 0),
    /** End of the session: {@link GoawayFrame}. */
    GOAWAY(8, Scope.SESSION, StreamUse.NONE, GoawayFrame.DRAIN),
    /** Fragment of a message: {@link DataFrame}. */
    DATA(9, Scope.SESSION, StreamUse.STREAM, DataFrame.FLAGS),
    /** Grant of more credit to the peer: {@link CreditFrame}. */
    CREDIT(10, Scope.SESSION, StreamUse.EITHER, 0),
    /** End of a stream: {@link AbortFrame}. */
    ABORT(11, Scope.SESSION, StreamUse.STREAM, AbortFrame.DISPATCHED),
    /** Message in a datagram, which may be lost: {@link ExpendableFrame}. */
    EXPENDABLE(12, Scope.CONNECTION, StreamUse.NONE, 0);

    private static final FrameType[] BY_NUMBER = new FrameType[13];

    static {
        for (FrameType type : values()) {
            BY_NUMBER[type.number] = type;
        }
    }

    private final int number;
    private final Scope scope;
    private final StreamUse streamUse;
    private final int flags;

    FrameType(int number, Scope scope, StreamUse streamUse, int flags) {
        this.number = number;
        this.scope = scope;
        this.streamUse = streamUse;
        this.flags = flags;
    }

    /** Returns the number in the header's type field, 1 to 12. */
    public int number() {
        return number;
    }

    /** Returns the scope: frames of a session are numbered, and resent on the next connection if it is resumed. */
    public Scope scope() {
        return scope;
    }

    /** Returns the stream ids that a frame of the type may carry; any other is a {@code PROTOCOL} error. */
    StreamUse streamUse() {
        return streamUse;
    }

    /** Returns the flags that the type defines. */
    public int flags() {
        return flags;
    }

    /** Returns the type of a number, or null if there is none. */
    static @Nullable FrameType of(int number) {
        return number > 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
    }

    /** Scope of a frame; docs/protocol/durable.md, section 12. */
    public enum Scope {
        /** One connection: not numbered, never resent. */
        CONNECTION,
        /** The session, over all its connections: numbered. */
        SESSION
    }

    /** Stream ids that a type may carry. */
    enum StreamUse {
        /** Only 0. */
        NONE,
        /** Any but 0. */
        STREAM,
        /** Any. */
        EITHER
    }
}
