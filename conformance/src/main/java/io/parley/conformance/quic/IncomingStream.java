package io.parley.conformance.quic;

import java.util.function.Consumer;

/** The receiving part of a stream: its bytes in their order, and its end. One thread at a time. */
final class IncomingStream {
    private final PacketSpace.Ordered ordered = new PacketSpace.Ordered();
    private long end = Long.MAX_VALUE;
    private boolean lost;
    private boolean endReported;

    /** Adds the content of a frame and reports the events that follow from it. */
    void add(long stream, long offset, byte[] content, boolean last, Consumer<QuicEvent> to) {
        ordered.add(offset, content);
        end = last ? offset + content.length : end;
        byte[] ready = ordered.take();
        if (ready.length > 0) {
            to.accept(QuicEvent.of(QuicEvent.Kind.BYTES, stream, ready));
        }
        if (isEnded() && !endReported) {
            endReported = true;
            to.accept(QuicEvent.of(QuicEvent.Kind.END, stream));
        }
    }

    void reset() {
        lost = true;
    }

    /** Returns whether nothing more arrives: all bytes have, or the stream was reset. */
    boolean isOver() {
        return lost || isEnded();
    }

    private boolean isEnded() {
        return ordered.at() >= end;
    }
}
