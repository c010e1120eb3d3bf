package io.parley.runtime;

import io.parley.ParleyException;
import io.parley.compression.MessageCompression;
import io.parley.session.MessageKind;
import io.parley.session.Stream;
import org.jspecify.annotations.Nullable;

/** The answer to a request, as it is written. */
final class Response extends Outgoing {
    private final Request request;
    /** Kind of the answer, until it begins with the first chunk. */
    private @Nullable MessageKind unbegun;

    /** The request that is answered. */
    interface Request {
        /** The response is whole, and its end is about to go out. */
        void onResponseSending();

        /** The response will not be completed. */
        void onResponseDiscarded();
    }

    /**
     * @param stream that of the request
     * @param answer null for one that nobody waits for
     */
    Response(
            Request request,
            ConversationState conversation,
            Stream stream,
            MessageCompression compression,
            @Nullable MessageKind answer) {
        super(conversation, stream, compression);
        this.request = request;
        this.unbegun = answer;
    }

    @Override
    @Nullable
    MessageKind takeUnbegun() {
        MessageKind answer = unbegun;
        unbegun = null;
        return answer;
    }

    @Override
    void onSending() {
        request.onResponseSending();
    }

    @Override
    void onDiscarded(ParleyException why) {
        request.onResponseDiscarded();
    }
}
