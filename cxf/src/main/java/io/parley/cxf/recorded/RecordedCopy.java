package io.parley.cxf.recorded;

import io.parley.representation.ContentCopy;
import io.parley.soap.HeaderUse;

/**
 * Copy of a message for a recording. A copy that is neither ended nor discarded is not recorded. Confined to one thread
 * at a time; never blocks.
 */
public interface RecordedCopy extends ContentCopy, HeaderUse {
    /** Sets the operation's name, as soon as it is known. */
    void operation(String name);

    /** Starts the copy of the response to this request. */
    RecordedCopy answer(boolean fault);

    /** Discards the copy of a message of which nothing was sent. */
    void discard();
}
