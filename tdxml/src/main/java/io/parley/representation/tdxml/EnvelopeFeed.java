package io.parley.representation.tdxml;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.representation.ContentFeed;
import io.parley.representation.Source;
import org.jspecify.annotations.Nullable;

/**
 * Feeds the XML parser with the text around tables. Since a parser reads ahead, it is given pieces that end with each
 * tag that may open an envelope: when it reports the tag, it has not seen the content. If the tag is not an element
 * (for example in a comment), the parser asks for more.
 */
final class EnvelopeFeed implements ContentFeed {
    private final Source source;
    private @Nullable ByteBuf before;
    private int matched;
    private byte quote;
    private boolean atTag;

    /**
     * Creates a feed.
     *
     * @param before bytes of the message that were read already
     */
    EnvelopeFeed(Source source, byte[] before) {
        this.source = source;
        this.before = before.length == 0 ? null : Unpooled.wrappedBuffer(before);
    }

    /** Returns whether the last byte given to the parser ended a tag that may open an envelope. */
    boolean isAtTag() {
        return atTag;
    }

    /** Resumes the search after another reader has consumed a table. */
    void resume() {
        atTag = false;
        matched = 0;
    }

    @Override
    public @Nullable ByteBuf next() {
        atTag = false;
        ByteBuf first = before;
        if (first != null) {
            before = null;
            piece(first, first.readableBytes());
            return first;
        }
        int run = source.run();
        if (run == 0) {
            return null;
        }
        ByteBuf chunk = source.chunk();
        int length = piece(chunk, run);
        // The chunk is owned by the source, which outlives the parser.
        ByteBuf piece = Unpooled.unreleasableBuffer(chunk.slice(chunk.readerIndex(), length));
        chunk.skipBytes(length);
        source.consumed(length);
        return piece;
    }

    /**
     * {@inheritDoc} The parser's source counts the same bytes as the message's, including those that the parser never
     * sees.
     */
    @Override
    public long length(long wanted) {
        long more = wanted - source.position();
        return more <= 0 || source.holds(more) ? wanted : source.position() + source.remaining();
    }

    /** Returns how many of the next bytes to give to the parser: up to the end of a tag that may open an envelope. */
    private int piece(ByteBuf chunk, int run) {
        int from = chunk.readerIndex();
        for (int i = 0; i < run; i++) {
            if (matched == 0) {
                int tag = chunk.bytesBefore(from + i, run - i, (byte) '<');
                if (tag < 0) {
                    return run;
                }
                i += tag;
            }
            if (endsTag(chunk.getByte(from + i))) {
                atTag = true;
                return i + 1;
            }
        }
        return run;
    }

    private boolean endsTag(byte next) {
        if (matched < Tags.OPENING.length) {
            matched = next == Tags.OPENING[matched] ? matched + 1 : next == '<' ? 1 : 0;
            return false;
        }
        if (quote != 0) {
            quote = next == quote ? 0 : quote;
        } else if (next == '"' || next == '\'') {
            quote = next;
        } else if (next == '>') {
            matched = 0;
            return true;
        }
        return false;
    }
}
