package io.parley.runtime;

import io.parley.ParleyException;
import io.parley.session.MessageKind;
import org.jspecify.annotations.Nullable;

/** The answer to a request, as it is written. */
final class Response extends Outgoing {
    private final Incoming request;
    /** Kind of the answer, until it begins with the first chunk. */
    private @Nullable MessageKind unbegun;

    /** @param answer null for one that nobody waits for */
    Response(Incoming request, @Nullable MessageKind answer) {
        super(request.conversation().state(), request.stream(), request.compression());
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
