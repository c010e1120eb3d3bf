package io.parley.session;

import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;

/**
 * Receive windows: the bytes that the peer may still send, per session and per stream. Credit is returned once it
 * amounts to half a window.
 */
final class ReceivingWindows {
    private final int ofStream;
    private final int ofSession;
    private final FrameWriter writer;
    private int session;
    private int unreturned;
    /** True while content that an earlier process received is replayed; its credit was already returned. */
    private boolean restoring;

    private long grantedBefore;

    ReceivingWindows(AgreedLimits limits, FrameWriter writer) {
        this.ofStream = limits.getInt(Limit.STREAM_CREDIT);
        this.ofSession = limits.getInt(Limit.SESSION_CREDIT);
        this.writer = writer;
        this.session = ofSession;
    }

    /** Returns the initial window of a stream in bytes. */
    int ofStream() {
        return ofStream;
    }

    /**
     * Starts to replay content that an earlier process received.
     *
     * @param granted credit that was returned for the next stream
     */
    void restore(long granted) {
        restoring = true;
        grantedBefore = granted;
        session = Integer.MAX_VALUE;
    }

    /** Returns whether content is being replayed. */
    boolean isRestoring() {
        return restoring;
    }

    /**
     * Ends the replay.
     *
     * @param owed bytes of content for which no credit was returned
     */
    void restored(long owed) {
        restoring = false;
        grantedBefore = 0;
        unreturned = (int) owed;
        session = ofSession - unreturned;
    }

    /** Sets the window of a new stream of the peer. */
    void begin(Stream stream) {
        stream.receiveWindow = (int) Math.min(Integer.MAX_VALUE, ofStream + grantedBefore);
    }

    /** Deducts received content from the session's window; throws {@code FLOW_CONTROL} if it is exceeded. */
    @HotPath
    void takeOfSession(int bytes, int stream) {
        session -= bytes;
        if (session < 0) {
            throw exceeded(stream, "the session's credit", -session);
        }
    }

    /** Deducts received content from the stream's window; throws {@code FLOW_CONTROL} if it is exceeded. */
    @HotPath
    void take(Stream stream, int bytes) {
        stream.receiveWindow -= bytes;
        if (stream.receiveWindow < 0) {
            throw exceeded(stream.id, "the stream's credit", -stream.receiveWindow);
        }
    }

    /** Returns session credit for bytes that were stored or dropped. */
    @HotPath
    void returnToSession(int bytes) {
        unreturned += bytes;
        if (2L * unreturned >= ofSession) {
            sendSessionCredit();
        }
    }

    void sendSessionCredit() {
        if (unreturned > 0 && !restoring) {
            writer.credit(unreturned);
            session += unreturned;
            unreturned = 0;
        }
    }

    /** Returns credit for an arriving message after content was stored or read, if at least half a window is due. */
    @HotPath
    void returnFor(Stream stream, Received receiving) {
        stream.unreturned = due(stream, receiving);
        if (receiving.wantsMoreThan(stream.receiveWindow) && 2L * stream.unreturned >= ofStream) {
            sendCredit(stream);
        }
    }

    /** Returns all credit that is due for an arriving message. */
    void sendCreditFor(Stream stream, Received receiving) {
        stream.unreturned = due(stream, receiving);
        if (receiving.wantsMoreThan(stream.receiveWindow)) {
            sendCredit(stream);
        }
    }

    /** Returns credit for a side stream after content was read, if at least half a window is due. */
    void returnForSide(Stream stream, int bytes) {
        stream.unreturned += bytes;
        if (2L * stream.unreturned >= ofStream) {
            sendCredit(stream);
        }
    }

    /** Ends a message: the only credit still due is the one that reports it as read. */
    void end(Stream stream) {
        stream.unreturned = ofStream - stream.receiveWindow;
    }

    void sendCredit(Stream stream) {
        if (stream.unreturned > 0 && !restoring) {
            writer.credit(stream, stream.unreturned);
            stream.receiveWindow += stream.unreturned;
            stream.unreturned = 0;
        }
    }

    /**
     * Returns the credit that is due: for content that is read while it arrives when it is read, for all other content
     * when it is stored.
     */
    private int due(Stream stream, Received receiving) {
        return Math.max(0, ofStream - stream.receiveWindow - receiving.unpaid());
    }

    private static ParleyException exceeded(int id, String what, int beyond) {
        return new ParleyException(
                ErrorCode.FLOW_CONTROL,
                "stream " + id + ": expected content within " + what + ", found " + beyond + " bytes beyond it");
    }
}
