package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A side stream of a received message, from the message's end on, whether or not it was begun. Its fields are the
 * session's; belongs to whoever has the session. What came stays readable when the session is over.
 */
public final class IncomingSide implements Effect {
    /** The message's stream, and the number within it. */
    final int message;

    final int number;

    /** Stream while it is under way. */
    @Nullable
    Stream stream;

    /** Counter of its frames' bytes, the message's; null if nobody counts them. */
    @Nullable
    LongConsumer meter;

    boolean begun;
    private boolean ended;
    private long declared;
    private boolean atMost;
    private long length;
    private @Nullable Fragments fragments;
    private @Nullable Budget budget;
    private long reserved;
    private @Nullable ParleyException failure;
    private @Nullable Object attachment;

    IncomingSide(int message, int number) {
        this.message = message;
        this.number = number;
    }

    @Override
    public void applyTo(Handler handler) {
        handler.messages().onSide(this);
    }

    /** Returns its place among the message's side streams. */
    public int number() {
        return number;
    }

    /** Returns the error that ended it early, or null. */
    public @Nullable ParleyException failure() {
        return failure;
    }

    /** Returns whether all of it came and was taken out. */
    public boolean isAtEnd() {
        return ended && fragments != null && fragments.hasNoChunk();
    }

    /** Returns whether it is over: it failed, was given up, or was read to its end. */
    public boolean isOver() {
        return failure != null || isAtEnd();
    }

    /** Returns the object that the session's user attached. */
    public @Nullable Object attachment() {
        return attachment;
    }

    /** Attaches an object of the session's user. */
    public void attach(Object value) {
        attachment = value;
    }

    long declared() {
        return declared;
    }

    /** Returns whether all of it came. */
    boolean hasEnded() {
        return ended;
    }

    /** Bytes that came so far. */
    public long length() {
        return length;
    }

    /** Begins on a stream; its content is wanted. */
    void begin(Stream on, long declaredBytes, boolean bound) {
        stream = on;
        declared = declaredBytes;
        atMost = bound;
    }

    /** Takes over a reservation, for what will come. */
    void reserve(long bytes, Budget from, Fragments empty) {
        reserved = bytes;
        budget = from;
        fragments = empty;
    }

    /** Keeps a fragment; false if more came than was declared. */
    boolean addRetained(ByteBuf content, boolean last) {
        int bytes = content.readableBytes();
        if (bytes > declared - length || fragments == null) {
            return false;
        }
        length += bytes;
        fragments.keepRetained(content, last);
        return true;
    }

    /** Ends the content; returns false if less came than was declared. */
    boolean end() {
        if (!atMost && length != declared) {
            return false;
        }
        ended = true;
        releaseIfRead();
        return true;
    }

    @Nullable
    ByteBuf poll() {
        ByteBuf fragment = fragments == null ? null : fragments.pollChunk();
        releaseIfRead();
        return fragment;
    }

    /** Ends it early; the first reason is kept. */
    void fail(ErrorCode code, String text) {
        if (isOver()) {
            return;
        }
        failure = new ParleyException(code, text);
        stream = null;
        if (fragments != null) {
            fragments.releaseChunks();
        }
        giveBack();
    }

    /** Moves content that may never be read from the pool to memory that needs no release: its session is over. */
    public void moveToHeap() {
        if (fragments != null) {
            fragments.moveToHeap();
        }
    }

    private void releaseIfRead() {
        if (isAtEnd()) {
            giveBack();
        }
    }

    private void giveBack() {
        if (budget != null) {
            budget.release(reserved);
            reserved = 0;
        }
    }

    @Override
    public String toString() {
        return "side stream " + number + " of the message on stream " + message;
    }
}
