package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.session.Stream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A message being written: its sink's chunks go to the session as they fill. */
class Outgoing implements OutgoingMessage {
    private final Link link;
    private final Stream stream;
    private final ChunkWriter chunks;
    private final MessageSides sides;
    private final Sink sink;
    private boolean ended;
    /** What the session threw at a chunk: a message that lost one is never sent. */
    private @Nullable ParleyException refused;

    Outgoing(Link link, Stream stream, int chunkBytes) {
        this.link = link;
        this.stream = stream;
        this.chunks = new ChunkWriter(link, stream);
        this.sides = new MessageSides(link, stream, chunkBytes, link.mostInline());
        this.sink = link.newSink(this::write, chunkBytes, sides);
    }

    @Override
    public final Sink sink() {
        return sink;
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
            sink.discard();
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
        sink.discard();
        ParleyException why = refused;
        onDiscarded(
                why != null ? why : new ParleyException(ErrorCode.ENCODING, "the message was discarded by its sender"));
    }

    @Override
    public final Optional<String> unrepeatable() {
        return sides.unrepeatable();
    }

    /** Its end is about to go to the session. */
    void onSending() {}

    /** Its side streams, if it was sent, are of no use any more. */
    final void abortSides(ErrorCode code, String text) {
        sides.abort(code, text);
    }

    /** It will not be completed. */
    void onDiscarded(ParleyException why) {
        link.abort(stream, why.code(), why.text());
    }

    private void write(ByteBuf chunk, boolean last) {
        try {
            chunks.write(chunk, last);
        } catch (ParleyException e) {
            refused = e;
            throw e;
        }
    }

    private void checkWhole() {
        if (refused != null) {
            throw refused;
        }
    }
}
