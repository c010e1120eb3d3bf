package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.HotPath;
import io.parley.frame.FrameHeader;
import io.parley.frame.FrameType;

/** Hands received frames to an open session, a GOAWAY after all frames that were sent before it. Stateless. */
final class FrameDispatch {
    private FrameDispatch() {}

    /** Checks a frame and hands it to the session, whose frames come from this reader. The caller keeps the buffer. */
    @HotPath
    static void hand(FrameReader reader, ByteBuf frame, Exchange open, long now) {
        FrameType type = reader.check(frame);
        if (type == null) {
            open.onRepeated(now);
        } else if (reader.hasTracks()) {
            handInOrder(reader, type, frame, open, now);
        } else {
            open.onFrame(type, frame, now);
        }
    }

    private static void handInOrder(FrameReader reader, FrameType type, ByteBuf frame, Exchange open, long now) {
        if (type == FrameType.GOAWAY && reader.hold(frame, now)) {
            return;
        }
        int stream = FrameHeader.stream(frame);
        open.onFrame(type, frame, now);
        if (type == FrameType.DATA) {
            open.cameOn(stream, reader.track());
        }
        handHeld(open, reader, now);
    }

    private static void handHeld(Exchange open, FrameReader reader, long now) {
        for (ByteBuf goaway = reader.nextGoaway(); goaway != null; goaway = reader.nextGoaway()) {
            open.onFrame(FrameType.GOAWAY, goaway, now);
        }
    }

    /** Hands over each GOAWAY whose earlier frames will not arrive, because the connection was lost for good. */
    static void handLast(FrameReader reader, Exchange open) {
        for (ByteBuf goaway = reader.lastGoaway(); goaway != null; goaway = reader.lastGoaway()) {
            open.onFrame(FrameType.GOAWAY, goaway, reader.heldAt());
        }
    }
}
