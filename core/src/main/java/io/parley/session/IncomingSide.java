package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A side stream of a received message, from the message's end on, whether or not it has started. Its fields belong to
 * the session, and are confined to its owner. Received content remains readable after the session is closed.
 */
public final class IncomingSide implements Effect {
    /** The message's stream id, and the number of this side stream within the message. */
    final int message;

    final int number;

    /** The stream while it is open. */
    @Nullable
    Stream stream;

    /** Counter of the bytes of its frames, shared with the message; null if they are not counted. */
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

    /** Returns its index among the message's side streams. */
    public int number() {
        return number;
    }

    /** Returns the error that ended it early, or null. */
    public @Nullable ParleyException failure() {
        return failure;
    }

    /** Returns whether it was received completely and all content was removed. */
    public boolean isAtEnd() {
        return ended && fragments != null && fragments.hasNoChunk();
    }

    /** Returns whether it has ended: it failed, was cancelled, or was read completely. */
    public boolean isOver() {
        return failure != null || isAtEnd();
    }

    /** Returns the object attached by the session's user. */
    public @Nullable Object attachment() {
        return attachment;
    }

    /** Attaches an object for the session's user. */
    public void attach(Object value) {
        attachment = value;
    }

    long declared() {
        return declared;
    }

    /** Returns whether it was received completely. */
    boolean hasEnded() {
        return ended;
    }

    /** Returns the number of bytes received so far. */
    public long length() {
        return length;
    }

    /** Starts it on a stream, for content that is wanted. */
    void begin(Stream on, long declaredBytes, boolean bound) {
        stream = on;
        declared = declaredBytes;
        atMost = bound;
    }

    /** Takes over a reservation for its content. */
    void reserve(long bytes, Budget from, Fragments empty) {
        reserved = bytes;
        budget = from;
        fragments = empty;
    }

    /** Adds a fragment; returns false if it exceeds the declared length. */
    boolean addRetained(ByteBuf content, boolean last) {
        int bytes = content.readableBytes();
        if (bytes > declared - length || fragments == null) {
            return false;
        }
        length += bytes;
        fragments.keepRetained(content, last);
        return true;
    }

    /** Ends the content; returns false if it is shorter than declared. */
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

    /** Moves unread content from pooled buffers to heap memory that needs no release, because its session is closed. */
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
