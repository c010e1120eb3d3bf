package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.frame.FrameHeader;
import io.parley.frame.FrameType;
import io.parley.frame.Framing;
import io.parley.frame.Preamble;
import org.jspecify.annotations.Nullable;

/** Reads the peer's preamble and validates every frame: length, checksums and sequence number. */
final class FrameReader {
    private final SessionSettings settings;
    private @Nullable Framing framing;
    private Limit lengthLimit = Limit.OPENING_BYTES;
    private int maxLength;
    private long sequence;
    private long frames;
    private long bytes;
    /** True if this connection continues a session, so that frames of the previous one may be repeated. */
    private boolean follows;

    /** Numbers of received frames, which may overtake each other; null on a connection with one track. */
    private @Nullable ArrivedNumbers numbers;

    private @Nullable HeldGoaways held;

    private boolean damaged;

    /**
     * True if the next frame was already checked; the next fields are the result: its length, and its type or its
     * error.
     */
    private boolean checkedAhead;

    private int track;
    private int length;
    private @Nullable FrameType type;
    private @Nullable RuntimeException error;

    FrameReader(SessionSettings settings) {
        this.settings = settings;
        this.maxLength = settings.limits().getInt(Limit.OPENING_BYTES);
    }

    long frames() {
        return frames;
    }

    long bytes() {
        return bytes;
    }

    /** Returns the sequence number up to which all frames were received. */
    long sequence() {
        return sequence;
    }

    /** Returns whether a frame was invalid in a way that suggests damage by the network. */
    boolean foundDamage() {
        return damaged;
    }

    /** Continues where another connection of the same session ended. */
    void follow(FrameReader before) {
        follows = true;
        sequence = before.sequence;
        numbers = before.numbers;
        held = before.held;
        frames += before.frames;
        bytes += before.bytes;
    }

    /** Continues after the frame of that number, which an earlier process received. */
    void follow(long number) {
        sequence = number;
    }

    /** Accepts frames in any order from now on, each once, if the connection has more than one track. */
    void loosen(int tracks, boolean resumable) {
        numbers = tracks > 1 ? new ArrivedNumbers() : null;
        held = tracks > 1 ? new HeldGoaways(resumable) : null;
    }

    /** Returns whether frames may overtake each other on this connection. */
    boolean hasTracks() {
        return held != null;
    }

    /** Returns the track of the frame that was checked last. */
    int track() {
        return track;
    }

    /** Keeps a copy of a GOAWAY if frames sent before it are missing, and returns whether it did. */
    boolean hold(ByteBuf goaway, long now) {
        if (held == null || FrameHeader.sequence(goaway) <= sequence) {
            return false;
        }
        held.hold(goaway, now);
        return true;
    }

    /** Removes a held GOAWAY whose earlier frames have all arrived; null if there is none. */
    @Nullable
    ByteBuf nextGoaway() {
        return held == null ? null : held.next(sequence);
    }

    /** Returns when the last GOAWAY was held; 0 if none was. */
    long heldAt() {
        return held == null ? 0 : held.heldAt();
    }

    /** Removes a held GOAWAY, after the connection was lost for good; null if there is none. */
    @Nullable
    ByteBuf lastGoaway() {
        return held == null ? null : held.last();
    }

    /** Returns whether frames are missing that were sent before others that have arrived. */
    boolean isMissingAny() {
        return numbers != null && numbers.isMissingAny();
    }

    /** Returns whether the peer's preamble was received. */
    boolean isStarted() {
        return framing != null;
    }

    /** Enforces the agreed frame length from now on. */
    void accepted(int maxFrame) {
        lengthLimit = Limit.FRAME_BYTES;
        maxLength = maxFrame;
    }

    @HotPath
    int length(ByteBuf in) {
        if (framing != null) {
            return FrameHeader.length(in, lengthLimit, maxLength);
        }
        checkMagic(in);
        return Preamble.BYTES;
    }

    /** Reads the preamble; the caller keeps the buffer. */
    void onPreamble(ByteBuf preamble) {
        checkMagic(preamble);
        bytes += preamble.readableBytes();
        boolean checksum = (Preamble.features(preamble) & Preamble.PAYLOAD_CHECKSUM) != 0;
        framing = new Framing(settings.allocator(), checksum);
    }

    /** Does the expensive part of {@link #check} in advance, for a frame that arrived on a track. */
    @HotPath
    void look(ByteBuf frame, int arrivedOn) {
        track = arrivedOn;
        look(frame);
    }

    /**
     * Does the expensive part of {@link #check} in advance: the checksum. Called by the reading thread, in any state of
     * the session.
     */
    @HotPath
    void look(ByteBuf frame) {
        Framing known = framing;
        if (known == null) {
            return; // The frame is the preamble.
        }
        checkedAhead = true;
        length = frame.readableBytes();
        try {
            type = known.check(frame);
            error = null;
        } catch (RuntimeException e) {
            type = null;
            error = e;
        }
    }

    /**
     * Checks a frame; the caller keeps the buffer.
     *
     * @return null for a repeated frame
     */
    @HotPath
    @Nullable
    FrameType check(ByteBuf frame) {
        if (!checkedAhead) {
            look(frame);
        }
        checkedAhead = false;
        frames++;
        bytes += length;
        FrameType checked = type;
        if (checked == null) {
            damaged = error != null;
            throw error != null ? error : new IllegalStateException("no frame is read before the preamble");
        }
        long found = FrameHeader.sequence(frame);
        ArrivedNumbers anyOrder = numbers;
        if (anyOrder != null && checked.scope() == FrameType.Scope.SESSION) {
            return checkAnyOrder(anyOrder, checked, found);
        }
        long expected = checked.scope() == FrameType.Scope.SESSION ? sequence + 1 : 0;
        if (found == expected) {
            sequence = Math.max(sequence, found);
            return checked;
        }
        if (follows && found > 0 && found < expected) {
            return null;
        }
        throw new ParleyException(
                ErrorCode.PROTOCOL, checked + ": expected sequence number " + expected + ", found " + found);
    }

    private @Nullable FrameType checkAnyOrder(ArrivedNumbers anyOrder, FrameType checked, long found) {
        if (anyOrder.add(found, checked)) {
            sequence = anyOrder.upTo();
            return checked;
        }
        if (follows) {
            return null;
        }
        throw new ParleyException(
                ErrorCode.PROTOCOL, checked + ": expected a sequence number that was not received yet, found " + found);
    }

    /**
     * Checks a frame of a datagram, on the reading thread; the caller keeps the buffer.
     *
     * @return null if the preamble, which the check depends on, has not been received yet
     */
    @Nullable
    FrameType checkDatagram(ByteBuf frame) {
        Framing known = framing;
        if (known == null) {
            return null;
        }
        frames++;
        bytes += frame.readableBytes();
        FrameType type = known.check(frame);
        if (FrameHeader.sequence(frame) != 0) {
            throw new ParleyException(
                    ErrorCode.PROTOCOL,
                    type + ": expected sequence number 0 in a datagram, found " + FrameHeader.sequence(frame));
        }
        return type;
    }

    private static void checkMagic(ByteBuf in) {
        if (!Preamble.mayBegin(in)) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_FRAME, "preamble: expected the bytes PRLY, found other bytes");
        }
    }
}
