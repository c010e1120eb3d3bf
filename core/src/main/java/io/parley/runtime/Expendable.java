package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.compression.MessageCompression;
import io.parley.session.Stream;

/** A one-way message that may be lost: sent in a datagram if all of it fits, and like other messages otherwise. */
final class Expendable extends OneWay {
    private final int operation;
    private boolean begun;

    /**
     * Creates a message.
     *
     * @param operation its index among the operations agreed to be expendable
     */
    Expendable(ConversationState conversation, Stream stream, MessageCompression compression, int operation) {
        super(conversation, stream, compression);
        this.operation = operation;
    }

    @Override
    boolean sendsAlone(ByteBuf chunk, boolean last) {
        boolean alone = last
                && !begun
                && !hasSides()
                && driver().lock().get(() -> driver().exchange().expendables().trySend(operation, chunk));
        begun = true;
        if (alone) {
            stored();
        }
        return alone;
    }
}
