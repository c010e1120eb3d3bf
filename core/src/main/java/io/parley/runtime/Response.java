package io.parley.runtime;

import io.parley.ParleyException;
import io.parley.compression.MessageCompression;
import io.parley.session.MessageKind;
import io.parley.session.Stream;
import org.jspecify.annotations.Nullable;

/** The response to a request, while it is written. */
final class Response extends Outgoing {
    private final Request request;
    /** Kind of the response, until its first chunk starts it. */
    private @Nullable MessageKind unbegun;

    /** The request that is answered. */
    interface Request {
        /** Called when the response is complete, before its end is sent. */
        void onResponseSending();

        /** Called when the response will not be completed. */
        void onResponseDiscarded();
    }

    /**
     * Creates a response.
     *
     * @param stream that of the request
     * @param answer kind of the response; null if it is dropped
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
