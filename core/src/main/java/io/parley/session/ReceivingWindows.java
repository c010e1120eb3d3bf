package io.parley.session;

import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;

/** What the peer may still send, of the session and of each stream; half a window given back is worth a frame. */
final class ReceivingWindows {
    private final int ofStream;
    private final int ofSession;
    private final FrameWriter writer;
    private int session;
    private int unreturned;
    /** Whether what comes was stored by another process, which gave all the credit for it that was given. */
    private boolean restoring;

    private long grantedBefore;

    ReceivingWindows(Limits limits, FrameWriter writer) {
        this.ofStream = limits.getInt(Limit.STREAM_CREDIT);
        this.ofSession = limits.getInt(Limit.SESSION_CREDIT);
        this.writer = writer;
        this.session = ofSession;
    }

    /** The whole window of a stream. */
    int ofStream() {
        return ofStream;
    }

    /** What comes now came before, to another process: so much of the next stream's credit was given back. */
    void restore(long granted) {
        restoring = true;
        grantedBefore = granted;
        session = Integer.MAX_VALUE;
    }

    /** Whether what comes came before, to another process. */
    boolean isRestoring() {
        return restoring;
    }

    /** From now on content comes for the first time; so much came for which no credit was given back. */
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
            writer.credit(0, unreturned);
            session += unreturned;
            unreturned = 0;
        }
    }

    /** Something was stored, or read, of a message that is arriving. */
    @HotPath
    void returnFor(Stream stream, Received receiving) {
        stream.unreturned = due(stream, receiving);
        if (receiving.wantsMoreThan(stream.receiveWindow) && 2L * stream.unreturned >= ofStream) {
            give(stream);
        }
    }

    /** Gives back all that is due for a message that is arriving. */
    void giveFor(Stream stream, Received receiving) {
        stream.unreturned = due(stream, receiving);
        if (receiving.wantsMoreThan(stream.receiveWindow)) {
            give(stream);
        }
    }

    /** Something was read of a side stream. */
    void returnForSide(Stream stream, int bytes) {
        stream.unreturned += bytes;
        if (2L * stream.unreturned >= ofStream) {
            give(stream);
        }
    }

    /** No more comes of a message: nothing of it is owed any more but what tells that it was read. */
    void end(Stream stream) {
        stream.unreturned = ofStream - stream.receiveWindow;
    }

    void give(Stream stream) {
        if (stream.unreturned > 0 && !restoring) {
            writer.credit(stream.id, stream.unreturned);
            stream.receiveWindow += stream.unreturned;
            stream.unreturned = 0;
        }
    }

    /** What is read as it comes is paid for when it is read, all else when it is stored. */
    private int due(Stream stream, Received receiving) {
        return Math.max(0, ofStream - stream.receiveWindow - receiving.unpaid());
    }

    private static ParleyException exceeded(int id, String what, int beyond) {
        return new ParleyException(
                ErrorCode.FLOW_CONTROL,
                "stream " + id + ": expected content within " + what + ", found " + beyond + " bytes beyond it");
    }
}
