package io.parley.representation;

import io.netty.buffer.ByteBuf;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** Supplier of the chunks of a message, in order, as they arrive. A {@link Source} reads from it. */
@FunctionalInterface
public interface ContentFeed {
    /**
     * Returns the next chunk, which the caller then owns, or null after the last. May block, so it must be called on a
     * decode thread only.
     */
    @Nullable
    ByteBuf next();

    /**
     * Returns the length of the message in bytes, as far as it is known. Blocks until the message is known to have at
     * least the wanted bytes, or its exact length is known. Called only for messages of {@linkplain Source#UNKNOWN
     * unknown} total.
     *
     * @param wanted bytes, counted from the message's beginning
     * @return at least {@code wanted}, or else the exact length
     */
    default long length(long wanted) {
        throw new IllegalStateException("expected a feed that knows the length of its message");
    }

    /**
     * Lets the thread that receives the message place bytes that have not arrived yet, as they arrive, and blocks until
     * it has done so. Bytes that have arrived are not placed: {@link #next} returns those.
     *
     * @param bytes greatest number of bytes to place
     * @param into reads the given number of bytes from a buffer, starting at its reader index; must not throw or block
     * @return the number of bytes placed, in the order of the message; 0 if {@link #next} will return them
     */
    default long place(long bytes, ObjIntConsumer<ByteBuf> into) {
        return 0;
    }

    /** Releases the remaining chunks. */
    default void close() {
        for (ByteBuf rest = next(); rest != null; rest = next()) {
            rest.release();
        }
    }
}
