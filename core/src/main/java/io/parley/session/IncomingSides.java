package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.frame.DataFrame;
import org.jspecify.annotations.Nullable;

/**
 * The side streams that the peer sends, from their first fragment on. At most one window of each is buffered until its
 * user reads it.
 */
final class IncomingSides {
    private final long mostBytes;
    private final LiveStreams streams;
    private final ReceivingWindows windows;
    private final ReceivingMemory memory;
    private final StreamEnds ends;
    private final Effects effects;

    IncomingSides(
            AgreedLimits limits,
            LiveStreams streams,
            ReceivingWindows windows,
            ReceivingMemory memory,
            StreamEnds ends,
            Effects effects) {
        this.mostBytes = limits.get(Limit.SIDE_BYTES);
        this.streams = streams;
        this.windows = windows;
        this.memory = memory;
        this.ends = ends;
        this.effects = effects;
    }

    /** Returns the stream of a side stream's first fragment; null if it is refused. */
    @Nullable
    Stream begin(ByteBuf frame, int id, int flags, long declared) {
        streams.usePeerId(id);
        IncomingSide side = streams.announced().begin(DataFrame.message(frame), DataFrame.number(frame));
        Stream stream = new Stream(MessageKind.SIDE, false, windows.ofStream());
        streams.addPeer(stream, id);
        stream.side = side;
        stream.meter = side.meter;
        ParleyException failed = side.failure();
        if (failed != null) {
            ends.abort(stream, failed.code(), failed.text());
            return null;
        }
        if (declared < 0 || declared > mostBytes) {
            ends.abort(
                    stream,
                    ErrorCode.LIMIT,
                    side + ": expected at most " + mostBytes + " bytes, found "
                            + Long.toUnsignedString(declared) + " declared; the setting is "
                            + Limit.SIDE_BYTES.setting());
            return null;
        }
        long window = Math.min(declared, windows.ofStream());
        if (!memory.reserve(stream, side, window)) {
            return null;
        }
        side.begin(stream, declared, (flags & DataFrame.AT_MOST) != 0);
        side.reserve(window, memory.budget(), new Fragments(memory.allocator()));
        return stream;
    }

    /** Buffers a fragment, whose credit is returned when it is read; returns false if it was refused. */
    boolean collect(Stream stream, IncomingSide side, ByteBuf content, boolean end) {
        if (side.hasEnded()) {
            throw LiveStreams.violation(stream.id, "a fragment of a side stream that did not end", "one after its end");
        }
        if (!side.addRetained(content, end)) {
            ends.abortWrongLength(stream, side.declared(), "more");
            return false;
        }
        if (end && !side.end()) {
            ends.abortWrongLength(stream, side.declared(), "less");
            return false;
        }
        if (side.isAtEnd()) {
            finish(stream, side);
        }
        effects.add(side);
        return true;
    }

    /**
     * Removes and returns the next content, which the caller then owns, and returns credit for it; null if there is
     * none.
     */
    @Nullable
    ByteBuf read(IncomingSide side) {
        ByteBuf fragment = side.poll();
        Stream stream = side.stream;
        if (fragment != null && stream != null) {
            windows.returnForSide(stream, fragment.readableBytes());
            if (side.isAtEnd()) {
                finish(stream, side);
            }
        }
        return fragment;
    }

    private void finish(Stream stream, IncomingSide side) {
        windows.sendCredit(stream); // The last credit informs the sender that everything was read.
        side.stream = null;
        ends.closeSide(stream);
    }
}
