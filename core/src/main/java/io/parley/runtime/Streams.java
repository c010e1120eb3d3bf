package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.session.Exchange;
import io.parley.session.MessageKind;
import io.parley.session.Received;
import io.parley.session.Session;
import io.parley.session.Stream;
import java.util.function.ObjIntConsumer;

/**
 * Requests of users for the messages of one session, each on its stream: each method is a turn. Thread-safe; the
 * methods of one stream are called by one thread at a time.
 */
final class Streams {
    private final Link link;
    private final Turns turns;

    Streams(Link link, Turns turns) {
        this.link = link;
        this.turns = turns;
    }

    /**
     * Begins a message of this side.
     *
     * @throws ParleyException {@code CLOSED} or {@code GOING_AWAY} if the session begins none any more
     */
    Stream begin(MessageKind kind) {
        turns.enter();
        try {
            Session session = link.session();
            if (!session.isOpen()) {
                throw new ParleyException(
                        session.isClosed() ? ErrorCode.CLOSED : ErrorCode.GOING_AWAY,
                        "session with " + link.remote() + ": expected to be open, found it "
                                + (session.isClosed() ? "over" : "draining"));
            }
            return session.exchange().begin(kind);
        } finally {
            turns.leave();
        }
    }

    /** Runs {@link Exchange#beginAnswer} in a turn. */
    void beginAnswer(Stream stream, MessageKind kind) {
        turns.enter();
        try {
            link.exchange().beginAnswer(stream, kind);
        } finally {
            turns.leave();
        }
    }

    /** Runs {@link Exchange#tryWrite} in a turn. */
    @HotPath
    boolean tryWrite(Stream stream, ByteBuf chunk, boolean last, Runnable bell) {
        turns.enter();
        try {
            return link.exchange().tryWrite(stream, chunk, last, bell);
        } finally {
            turns.leave();
        }
    }

    /** Runs {@link Exchange#lend} in a turn; returns whether all of it was copied, or nobody wants it. */
    boolean lend(Stream stream, long bytes, ObjIntConsumer<ByteBuf> from, Runnable bell) {
        turns.enter();
        try {
            link.exchange().lend(stream, bytes, from, bell);
            return !link.exchange().borrows(stream);
        } finally {
            turns.leave();
        }
    }

    /** Runs {@link Exchange#borrows} in a turn. */
    boolean borrows(Stream stream) {
        turns.enter();
        try {
            return link.exchange().borrows(stream);
        } finally {
            turns.leave();
        }
    }

    /** Runs {@link Exchange#mayTakeBack} in a turn. */
    boolean mayTakeBack(Stream stream) {
        turns.enter();
        try {
            return link.exchange().mayTakeBack(stream);
        } finally {
            turns.leave();
        }
    }

    /** Runs {@link Exchange#takeBack} in a turn. */
    long takeBack(Stream stream) {
        turns.enter();
        try {
            return link.exchange().takeBack(stream);
        } finally {
            turns.leave();
        }
    }

    /** Runs {@link Exchange#expect} in a turn. */
    void expect(Stream stream, long bytes) {
        turns.run(() -> link.exchange().expect(stream, bytes));
    }

    /** Runs {@link Exchange#noRoom} in a turn. */
    ParleyException noRoom(Stream stream, long bytes) {
        turns.enter();
        try {
            return link.exchange().noRoom(stream, bytes);
        } finally {
            turns.leave();
        }
    }

    /** Runs {@link Exchange#contentOut} in a turn. */
    long contentOut() {
        turns.enter();
        try {
            return link.exchange().contentOut();
        } finally {
            turns.leave();
        }
    }

    /** Runs {@link Exchange#onRead} in a turn. */
    void onRead(Stream stream, Received content) {
        turns.enter();
        try {
            link.exchange().onRead(stream, content);
        } finally {
            turns.leave();
        }
    }

    /** Runs {@link Exchange#abort(Stream, ErrorCode, String)} in a turn. */
    void abort(Stream stream, ErrorCode code, String text) {
        abort(stream, code, text, false);
    }

    /** Runs {@link Exchange#abort(Stream, ErrorCode, String, boolean)} in a turn. */
    void abort(Stream stream, ErrorCode code, String text, boolean dispatched) {
        turns.run(() -> link.exchange().abort(stream, code, text, dispatched));
    }
}
