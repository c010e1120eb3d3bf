package io.parley.cxf.stax;

import io.parley.ParleyException;
import io.parley.binding.Part;
import io.parley.representation.Sink;
import io.parley.soap.HeaderUse;
import io.parley.soap.SentHeaders;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * Target of an outgoing message's content, set on the message ({@code message.setContent(OutContent.class, ..)}) by the
 * conduit chosen for it. Confined to the thread of the chain.
 */
public interface OutContent {
    /** Returns the agreed representation and typed parts. */
    Terms terms();

    /** Returns the static headers that this side sends on the session. */
    SentHeaders headers();

    /** Returns the observer of header blocks sent as numbers; null if there is none. */
    default @Nullable HeaderUse headerUse() {
        return null;
    }

    /**
     * Starts the message and returns the sink for its content. Called when the chain reaches the StAX writer, and again
     * after {@link #discardForRewrite}.
     */
    Sink begin();

    /**
     * Discards what was written so that the same content can be written again in another form.
     *
     * @param why failure of the first form
     * @throws ParleyException {@code ENCODING} if content was read that its source does not supply a second time
     */
    void discardForRewrite(Exception why);

    /** Discards the message after its chain failed; no effect if nothing was written or it was sent. */
    void discard();

    /**
     * Repeats the call another way after {@link #discard}, if that is safe and possible. Sets the resulting exception
     * on the message if it differs from the given one.
     *
     * @return true if the failure is resolved and the message needs no fault
     */
    default boolean recover(Message message, ParleyException why) {
        return false;
    }

    /** Counts a written body part: typed, or as infoset. */
    void count(boolean typed);

    /** Records that a value of a typed part has no typed form and is written as infoset. */
    void untyped(Part part, String reason);
}
