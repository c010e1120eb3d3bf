package io.parley.recording;

import io.netty.buffer.Unpooled;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.Source;
import java.nio.ByteBuffer;
import java.time.Instant;

/** Record as stored in a file: the bytes of its body, and its hash. Immutable. */
final class Frame {
    /** Returned for a body without a readable number. */
    static final long NO_NUMBER = -1;

    private final byte[] body;
    private final byte[] stored;

    Frame(byte[] body, byte[] stored) {
        this.body = body;
        this.stored = stored;
    }

    /** Returns the stored hash. */
    byte[] stored() {
        return stored;
    }

    /** Returns the computed hash. */
    byte[] hash(Chain chain, byte[] before) {
        return chain.next(before, ByteBuffer.allocate(Integer.BYTES).putInt(0, body.length), ByteBuffer.wrap(body));
    }

    /** Returns the number of the record; {@link #NO_NUMBER} if it cannot be read. */
    long number(Limits limits) {
        try (Source source = source(limits)) {
            RecordBody.readKind(source);
            return source.readVarint();
        } catch (ParleyException e) {
            return NO_NUMBER;
        }
    }

    /** Returns the body, positioned at its beginning. */
    Source source(Limits limits) {
        return Source.of(Unpooled.wrappedBuffer(body), limits);
    }

    static Instant readTime(Source body) {
        return Instant.ofEpochMilli(body.readVarint());
    }
}
