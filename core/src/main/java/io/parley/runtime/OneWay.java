package io.parley.runtime;

import io.parley.ParleyException;
import io.parley.compression.MessageCompression;
import io.parley.session.Stream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An outgoing message without a response, whose {@link #accepted} stage completes when it is safe from a crash. */
class OneWay extends Outgoing {
    private final CompletableFuture<Void> stored = new CompletableFuture<>();

    OneWay(ConversationState conversation, Stream stream, MessageCompression compression) {
        super(conversation, stream, compression);
        stream.attach(this);
    }

    @Override
    public final CompletionStage<Void> accepted() {
        return stored.minimalCompletionStage();
    }

    /** Completes the stage returned by accepted(): the message was sent completely, and is stored if the session is. */
    final void stored() {
        stored.complete(null);
    }

    /** Fails the stage returned by accepted(): the message was not stored. */
    final void fail(ParleyException why) {
        stored.completeExceptionally(why);
    }

    @Override
    final void onDiscarded(ParleyException why) {
        super.onDiscarded(why);
        fail(why);
    }
}
