package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.compression.MessageCompression;
import io.parley.compression.Packing;
import io.parley.negotiation.Agreement;
import io.parley.representation.Reread;
import io.parley.representation.SideContent;
import io.parley.representation.SideSink;
import io.parley.representation.Sink;
import io.parley.session.Stream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A message being written: its sink's chunks go to the session as they fill. */
class Outgoing implements OutgoingMessage, Sink.Drain, SideSink {
    private final Link link;
    private final Stream stream;
    private final Sink sink;
    private final @Nullable Packing packing;
    private final int chunkBytes;
    /** Set by the writer with the first side stream; read by who gives up a call. */
    private volatile @Nullable MessageSides sides;

    private boolean ended;
    /** What the session threw at a chunk: a message that lost one is never sent. */
    private @Nullable ParleyException refused;

    /**
     * @param compression what its content goes through
     */
    @SuppressWarnings("this-escape") // the sink only keeps it, to hand it chunks once there are some
    Outgoing(Link link, Stream stream, int chunkBytes, MessageCompression compression) {
        this.link = link;
        this.stream = stream;
        this.chunkBytes = chunkBytes;
        ByteBufAllocator allocator = link.services().allocator;
        this.packing = compression == MessageCompression.NONE ? null : compression.pack(this);
        this.sink = new Sink(allocator, chunkBytes, packing == null ? this : packing, this);
    }

    @Override
    public final Sink sink() {
        return sink;
    }

    @Override
    public final Agreement agreement() {
        return link.agreement();
    }

    @Override
    public final void send() {
        if (ended) {
            return;
        }
        ended = true;
        try {
            checkWhole();
            onSending();
            sink.finish();
        } catch (ParleyException e) {
            dropContent();
            onDiscarded(e);
            throw e;
        }
    }

    @Override
    public final void discard() {
        if (ended) {
            return;
        }
        ended = true;
        dropContent();
        ParleyException why = refused;
        onDiscarded(
                why != null ? why : new ParleyException(ErrorCode.ENCODING, "the message was discarded by its sender"));
    }

    @Override
    public final Optional<String> unrepeatable() {
        MessageSides present = sides;
        return present == null ? Optional.empty() : present.unrepeatable();
    }

    /** Its end is about to go to the session. */
    void onSending() {}

    /** Its side streams, if it was sent, are of no use any more. */
    final void abortSides(ErrorCode code, String text) {
        MessageSides present = sides;
        if (present != null) {
            present.abort(code, text);
        }
    }

    /** It will not be completed. */
    void onDiscarded(ParleyException why) {
        link.streams().abort(stream, why.code(), why.text());
    }

    private void dropContent() {
        sink.discard();
        if (packing != null) {
            packing.discard();
        }
    }

    /** What the sink hands on. */
    @Override
    @HotPath
    public final void accept(ByteBuf chunk, boolean last) {
        boolean taken = false;
        try {
            if (!link.streams().tryWrite(stream, chunk, last, Outgoing::noBell)) {
                new RoomWait(link, stream).write(chunk, last);
            }
            taken = true;
        } catch (ParleyException e) {
            refused = e;
            throw e;
        } finally {
            if (!taken) {
                chunk.release();
            }
        }
    }

    /** The other side can make room for what is long, while it is written here. */
    @Override
    public final boolean expect(long bytes) {
        link.streams().expect(stream, bytes);
        return true;
    }

    @Override
    public final int add(SideContent content) {
        return sides().add(content);
    }

    @Override
    public final void note(Reread content) {
        sides().note(content);
    }

    @Override
    public final int mostInline() {
        return link.agreement().limits().getInt(Limit.STRING_BYTES);
    }

    final Link link() {
        return link;
    }

    final Stream stream() {
        return stream;
    }

    /** Most messages never wait: one that has to tries again, with a bell. */
    private static void noBell() {}

    private MessageSides sides() {
        MessageSides present = sides;
        if (present == null) {
            present = new MessageSides(link, stream, chunkBytes);
            sides = present;
        }
        return present;
    }

    private void checkWhole() {
        if (refused != null) {
            throw refused;
        }
    }
}
