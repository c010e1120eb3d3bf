package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.representation.OriginalContent;
import io.parley.representation.SideContent;
import io.parley.representation.SideSink;
import io.parley.session.Stream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The side streams of an outgoing message. */
final class MessageSides {
    private final SideStreams streams;
    private final Stream message;
    private final int chunkBytes;
    /** Guarded by this, as is the next field: a call may be cancelled by another thread than its writer. */
    private final List<Stream> sides = new ArrayList<>(0);

    private final List<OriginalContent> read = new ArrayList<>(0);

    MessageSides(SideStreams streams, Stream message, int chunkBytes) {
        this.streams = streams;
        this.message = message;
        this.chunkBytes = chunkBytes;
    }

    int add(SideContent content) {
        Stream side = streams.attach(message, content, chunkBytes);
        if (side == null) {
            return SideSink.INLINE;
        }
        synchronized (this) {
            sides.add(side);
        }
        return side.number();
    }

    synchronized void note(OriginalContent content) {
        read.add(content);
    }

    /** Returns the path of content that cannot be read again; empty if all can. */
    Optional<String> unrepeatable() {
        List<OriginalContent> all;
        synchronized (this) {
            all = List.copyOf(read);
        }
        return all.stream()
                .filter(content -> !content.isRepeatable())
                .map(OriginalContent::path)
                .findFirst();
    }

    /** Aborts the side streams, because they are no longer needed. */
    void abort(ErrorCode code, String text) {
        List<Stream> all;
        synchronized (this) {
            all = List.copyOf(sides);
        }
        for (Stream side : all) {
            streams.abort(side, code, text);
        }
    }
}
