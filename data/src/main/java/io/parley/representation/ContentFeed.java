package io.parley.representation;

import io.netty.buffer.ByteBuf;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** The chunks of a message, in order, as they come: what a {@link Source} reads. */
@FunctionalInterface
public interface ContentFeed {
    /** The next chunk, which the source then owns, or null after the last. May block on a decode thread only. */
    @Nullable
    ByteBuf next();

    /**
     * Returns the length of the message in bytes, as far as it is known; blocks until the message is known to have
     * at least the wanted bytes, or its exact length is known. Called only where the total is not given.
     *
     * @param wanted bytes, counted from the message's beginning
     * @return at least {@code wanted}, or else the exact length
     */
    default long length(long wanted) {
        throw new IllegalStateException("expected to be told how many bytes there are");
    }

    /**
     * Lets the thread that receives the bytes put those that still have to come away as they arrive, and blocks
     * until it has. Bytes that are there already are not among them: {@link #next} returns those.
     *
     * @param bytes greatest number of bytes to put away
     * @param into takes the given number of bytes of a buffer, from its reader index on; must not throw or block
     * @return the number of bytes put away, in the order of the message; 0 if {@link #next} has to return them
     */
    default long place(long bytes, ObjIntConsumer<ByteBuf> into) {
        return 0;
    }

    /** Releases the chunks that are left. */
    default void close() {
        for (ByteBuf rest = next(); rest != null; rest = next()) {
            rest.release();
        }
    }
}
