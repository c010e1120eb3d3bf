package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.compression.MessageCompression;
import io.parley.session.Stream;

/** A message without a response that may be lost: it goes in a datagram if all of it fits one, and else as other messages do. */
final class Expendable extends OneWay {
    private final int operation;
    private boolean begun;

    /**
     * @param operation its number among those that were agreed to be expendable
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
