package io.parley.cxf.stax;

import io.parley.ParleyException;
import io.parley.binding.Part;
import io.parley.representation.Sink;
import io.parley.soap.HeaderUse;
import io.parley.soap.SentHeaders;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * Destination of an out message's content, put on the message ({@code message.setContent(OutContent.class, ..)}) by the
 * conduit that was chosen for it. Belongs to the thread that runs the chain.
 */
public interface OutContent {
    /** Returns the agreement on how content is written: its representation, and the parts that may be typed. */
    Terms terms();

    /** The static headers of the session, of what this side sends. */
    SentHeaders headers();

    /** Told of header blocks that stand in the message as numbers alone; null if nobody wants to know. */
    default @Nullable HeaderUse headerUse() {
        return null;
    }

    /**
     * Begins the message and gives the sink for its content. Called when the chain gets to the StAX writer, and once more
     * after {@link #giveUpToBeginAnew}.
     */
    Sink begin();

    /**
     * Discards what was begun, so that the same content can be written once more in another form.
     *
     * @param why the first form could not be written
     * @throws ParleyException {@code ENCODING} if content was read for it that its owner does not give a second time
     */
    void giveUpToBeginAnew(Exception why);

    /** Discards what was begun after the chain failed; does nothing if nothing was begun or it was sent. */
    void discard();

    /**
     * Asked after {@link #discard} why the message failed: makes the call another way, if that is safe and there is one. Puts
     * what the chain ends in on the message, where that is something else than the failure.
     *
     * @return whether the message needs no fault any more
     */
    default boolean recover(Message message, ParleyException why) {
        return false;
    }

    /** Counts a body part that was handed over: typed, or as events. */
    void count(boolean typed);

    /** Notes that a value of a typed part has no typed form, so that it goes as infoset. */
    void untyped(Part part, String reason);
}
