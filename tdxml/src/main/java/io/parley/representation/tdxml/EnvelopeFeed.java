package io.parley.representation.tdxml;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.representation.ContentFeed;
import io.parley.representation.Source;
import org.jspecify.annotations.Nullable;

/**
 * Feeds the XML parser with what stands around tables. A parser reads ahead, so it is given a piece that ends with each
 * tag that may open an envelope: when it shows that tag, it has seen nothing of what is inside. Where such a tag is none
 * (in a comment, say), the parser asks for more and gets it.
 */
final class EnvelopeFeed implements ContentFeed {
    private final Source source;
    private @Nullable ByteBuf before;
    private int matched;
    private byte quote;
    private boolean atTag;

    /** @param before bytes of the message that were read already */
    EnvelopeFeed(Source source, byte[] before) {
        this.source = source;
        this.before = before.length == 0 ? null : Unpooled.wrappedBuffer(before);
    }

    /** Returns whether the last byte given to the parser ended a tag that may open an envelope. */
    boolean isAtTag() {
        return atTag;
    }

    /** Starts a new search: another reader has read up to a place outside of tags. */
    void goOn() {
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
        // The chunk stays the source's, which outlives the parser.
        ByteBuf piece = Unpooled.unreleasableBuffer(chunk.slice(chunk.readerIndex(), length));
        chunk.skipBytes(length);
        source.consumed(length);
        return piece;
    }

    /** The parser's source counts the same bytes as this one's, also those that it never sees. */
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
