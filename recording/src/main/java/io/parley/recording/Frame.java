package io.parley.recording;

import io.netty.buffer.Unpooled;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.Source;
import java.nio.ByteBuffer;
import java.time.Instant;

/** A record as it stands in a file: the bytes of its body, and the hash behind them. Nobody changes them. */
final class Frame {
    /** The number of a body that is none. */
    static final long NO_NUMBER = -1;

    private final byte[] body;
    private final byte[] stored;

    Frame(byte[] body, byte[] stored) {
        this.body = body;
        this.stored = stored;
    }

    /** The hash behind it. */
    byte[] stored() {
        return stored;
    }

    /** The hash that should be there. */
    byte[] hash(Chain chain, byte[] before) {
        return chain.next(before, ByteBuffer.allocate(Integer.BYTES).putInt(0, body.length), ByteBuffer.wrap(body));
    }

    /** Returns the record number in the frame, or {@link #NO_NUMBER} if it cannot be read. */
    long number(Limits limits) {
        try (Source source = source(limits)) {
            RecordBody.readKind(source);
            return source.readVarint();
        } catch (ParleyException e) {
            return NO_NUMBER;
        }
    }

    /** The body, to be read from its beginning. */
    Source source(Limits limits) {
        return Source.of(Unpooled.wrappedBuffer(body), limits);
    }

    static Instant readTime(Source body) {
        return Instant.ofEpochMilli(body.readVarint());
    }
}
