package io.parley.soap;

/** Lookup of the static headers of a received message (docs/protocol/framing.md 5.4). */
public interface HeaderSource {
    /**
     * Returns the block with that number.
     *
     * @throws io.parley.ParleyException {@code CONTEXT_UNAVAILABLE} if it is unknown
     */
    StaticHeader get(int number);

    /**
     * Stores a block under a number.
     *
     * @param text the block
     * @throws io.parley.ParleyException {@code MALFORMED_MESSAGE}, {@code XML_REFUSED} or {@code LIMIT} if it cannot be
     *     stored
     */
    StaticHeader keep(int number, String text);

    /**
     * Stores a block from a context store under a number.
     *
     * @param context its context URI
     * @throws io.parley.ParleyException {@code CONTEXT_UNAVAILABLE} if the store does not have it, {@code
     *     CONTENT_MISMATCH} if its content does not match the URI, or as {@link #keep} does
     */
    StaticHeader fetch(int number, String context);
}
