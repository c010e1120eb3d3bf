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

/** Takes the peer's preamble and checks what every frame has: lengths, checksums, sequence numbers. */
final class FrameReader {
    private final SessionSettings settings;
    private @Nullable Framing framing;
    private Limit lengthLimit = Limit.OPENING_BYTES;
    private int maxLength;
    private long sequence;
    private long frames;
    private long bytes;
    /** Whether this connection continues a session: frames of the one before may come again. */
    private boolean follows;

    /** Numbers of the frames that came, on a connection whose lanes overtake each other; null on one in order. */
    private @Nullable Numbers numbers;

    private @Nullable HeldGoaways held;

    private boolean damaged;

    /**
     * Whether the next frame was checked ahead; the next fields are the result: its length, and its type or its error.
     */
    private boolean looked;

    private int lane;
    private int length;
    private @Nullable FrameType type;
    private @Nullable RuntimeException wrong;

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

    /** The highest number up to which all frames came. */
    long sequence() {
        return sequence;
    }

    /** Returns whether a frame was one that no peer sends, which may be the wire's fault. */
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

    /** Continues behind the frame of that number, which another process has. */
    void follow(long number) {
        sequence = number;
    }

    /** Lets frames overtake each other from now on, each of them once, if the connection has more than one lane. */
    void loosen(int lanes, boolean resumable) {
        numbers = lanes > 1 ? new Numbers() : null;
        held = lanes > 1 ? new HeldGoaways(resumable) : null;
    }

    /** Checks a frame and hands it to the session, whose frames come from this reader; the buffer stays the caller's. */
    @HotPath
    void hand(ByteBuf frame, Exchange open, long now) {
        FrameType checked = check(frame);
        HeldGoaways goaways = held;
        if (checked == null) {
            open.onRepeated(now);
        } else if (goaways != null && checked == FrameType.GOAWAY && FrameHeader.sequence(frame) > sequence) {
            goaways.hold(frame, now);
        } else {
            int stream = FrameHeader.stream(frame);
            open.onFrame(checked, frame, now);
            if (goaways != null) {
                if (checked == FrameType.DATA) {
                    open.cameOn(stream, lane);
                }
                goaways.hand(open, sequence, now);
            }
        }
    }

    /** Hands over what still waits for frames that will not come, since the connection is gone for good. */
    void handHeld(Exchange open) {
        if (held != null) {
            held.handLast(open);
        }
    }

    /** Returns whether frames did not come that were sent before others that did. */
    boolean isMissingAny() {
        return numbers != null && numbers.isMissingAny();
    }

    /** Returns whether the peer's preamble came. */
    boolean isStarted() {
        return framing != null;
    }

    /** Enforces the agreed limit from now on. */
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

    /** Takes the preamble; the buffer stays the caller's. */
    void onPreamble(ByteBuf preamble) {
        checkMagic(preamble);
        bytes += preamble.readableBytes();
        boolean checksum = (Preamble.features(preamble) & Preamble.PAYLOAD_CHECKSUM) != 0;
        framing = new Framing(settings.allocator(), checksum);
    }

    /** Does it for a frame that came on a lane. */
    @HotPath
    void look(ByteBuf frame, int cameOn) {
        lane = cameOn;
        look(frame);
    }

    /**
     * Does the slow part of {@link #check} for this frame ahead, its checksum: by the thread that brings the frames, in
     * whatever state the session is.
     */
    @HotPath
    void look(ByteBuf frame) {
        Framing known = framing;
        if (known == null) {
            return; // It is the preamble.
        }
        looked = true;
        length = frame.readableBytes();
        try {
            type = known.check(frame);
            wrong = null;
        } catch (RuntimeException e) {
            type = null;
            wrong = e;
        }
    }

    /**
     * Checks a frame; the buffer stays the caller's.
     *
     * @return null for one that came before
     */
    @HotPath
    @Nullable
    FrameType check(ByteBuf frame) {
        if (!looked) {
            look(frame);
        }
        looked = false;
        frames++;
        bytes += length;
        FrameType checked = type;
        if (checked == null) {
            damaged = wrong != null;
            throw wrong != null ? wrong : new IllegalStateException("no frame is read before the preamble");
        }
        long found = FrameHeader.sequence(frame);
        Numbers loose = numbers;
        if (loose != null && checked.scope() == FrameType.Scope.SESSION) {
            return checkLoose(loose, checked, found);
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

    private @Nullable FrameType checkLoose(Numbers loose, FrameType checked, long found) {
        if (loose.note(found, checked)) {
            sequence = loose.upTo();
            return checked;
        }
        if (follows) {
            return null;
        }
        throw new ParleyException(
                ErrorCode.PROTOCOL, checked + ": expected a sequence number that did not come yet, found " + found);
    }

    /**
     * Checks a frame that came in a datagram, on the thread that brings the frames; the buffer stays the caller's.
     *
     * @return null if the preamble did not come yet, without which nothing can be told of a frame
     */
    @Nullable
    FrameType checkDatagram(ByteBuf frame) {
        Framing known = framing;
        if (known == null) {
            return null;
        }
        frames++;
        bytes += frame.readableBytes();
        FrameType found = known.check(frame);
        if (FrameHeader.sequence(frame) != 0) {
            throw new ParleyException(
                    ErrorCode.PROTOCOL,
                    found + ": expected sequence number 0 in a datagram, found " + FrameHeader.sequence(frame));
        }
        return found;
    }

    private static void checkMagic(ByteBuf in) {
        if (!Preamble.mayBegin(in)) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_FRAME, "preamble: expected the bytes PRLY, found other bytes");
        }
    }
}
