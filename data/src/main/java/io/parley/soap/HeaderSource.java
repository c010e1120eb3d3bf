package io.parley.soap;

/** Source of the header blocks whose stand-ins are in a received message (docs/protocol/framing.md 5.4). */
public interface HeaderSource {
    /**
     * The block with that number.
     *
     * @throws io.parley.ParleyException {@code CONTEXT_UNAVAILABLE} if it is not known
     */
    StaticHeader get(int number);

    /**
     * Keeps a block under a number.
     *
     * @param text the block
     * @throws io.parley.ParleyException {@code MALFORMED_MESSAGE}, {@code XML_REFUSED} or {@code LIMIT} if it cannot be kept
     */
    StaticHeader keep(int number, String text);

    /**
     * Keeps, under a number, a block that a context store has.
     *
     * @param context its context URI
     * @throws io.parley.ParleyException {@code CONTEXT_UNAVAILABLE} if it does not, {@code CONTENT_MISMATCH} if it has
     *     another under that name, and what {@link #keep} throws
     */
    StaticHeader fetch(int number, String context);
}
