package io.parley.session;

import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;

/**
 * Windows of the peer: the bytes that it may still send, of the session and of each stream; half a window given back is
 * worth a frame.
 */
final class ReceivingWindows {
    private final int ofStream;
    private final int ofSession;
    private final FrameWriter writer;
    private int session;
    private int unreturned;
    /** Whether the arriving content was stored by another process, which gave all the credit for it that was given. */
    private boolean restoring;

    private long grantedBefore;

    ReceivingWindows(AgreedLimits limits, FrameWriter writer) {
        this.ofStream = limits.getInt(Limit.STREAM_CREDIT);
        this.ofSession = limits.getInt(Limit.SESSION_CREDIT);
        this.writer = writer;
        this.session = ofSession;
    }

    /** The whole window of a stream. */
    int ofStream() {
        return ofStream;
    }

    /** Begins to replay content that another process received: so much of the next stream's credit was given back. */
    void restore(long granted) {
        restoring = true;
        grantedBefore = granted;
        session = Integer.MAX_VALUE;
    }

    /** Returns whether the arriving content is replayed, after another process received it. */
    boolean isRestoring() {
        return restoring;
    }

    /** Ends the replay; so many bytes came for which no credit was given back. */
    void restored(long owed) {
        restoring = false;
        grantedBefore = 0;
        unreturned = (int) owed;
        session = ofSession - unreturned;
    }

    /** A stream of the peer begins. */
    void begin(Stream stream) {
        stream.receiveWindow = (int) Math.min(Integer.MAX_VALUE, ofStream + grantedBefore);
    }

    /** Content of a stream came. */
    @HotPath
    void takeOfSession(int bytes, int stream) {
        session -= bytes;
        if (session < 0) {
            throw exceeded(stream, "the session's credit", -session);
        }
    }

    /** The content is wanted. */
    @HotPath
    void take(Stream stream, int bytes) {
        stream.receiveWindow -= bytes;
        if (stream.receiveWindow < 0) {
            throw exceeded(stream.id, "the stream's credit", -stream.receiveWindow);
        }
    }

    /** Stored or dropped, the bytes do not wait any more. */
    @HotPath
    void returnToSession(int bytes) {
        unreturned += bytes;
        if (2L * unreturned >= ofSession) {
            giveToSession();
        }
    }

    void giveToSession() {
        if (unreturned > 0 && !restoring) {
            writer.credit(unreturned);
            session += unreturned;
            unreturned = 0;
        }
    }

    /** Returns credit after content of an arriving message was stored or read, if that is worth a frame. */
    @HotPath
    void returnFor(Stream stream, Received receiving) {
        stream.unreturned = due(stream, receiving);
        if (receiving.wantsMoreThan(stream.receiveWindow) && 2L * stream.unreturned >= ofStream) {
            give(stream);
        }
    }

    /** Returns all credit that is due for an arriving message. */
    void giveFor(Stream stream, Received receiving) {
        stream.unreturned = due(stream, receiving);
        if (receiving.wantsMoreThan(stream.receiveWindow)) {
            give(stream);
        }
    }

    /** Returns credit after content of a side stream was read, if that is worth a frame. */
    void returnForSide(Stream stream, int bytes) {
        stream.unreturned += bytes;
        if (2L * stream.unreturned >= ofStream) {
            give(stream);
        }
    }

    /** Ends a message: no credit is owed for it any more except the one that reports it as read. */
    void end(Stream stream) {
        stream.unreturned = ofStream - stream.receiveWindow;
    }

    void give(Stream stream) {
        if (stream.unreturned > 0 && !restoring) {
            writer.credit(stream, stream.unreturned);
            stream.receiveWindow += stream.unreturned;
            stream.unreturned = 0;
        }
    }

    /**
     * Returns the credit that is due: content that is read as it comes earns it when it is read, all other content when
     * it is stored.
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
