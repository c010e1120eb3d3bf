package io.parley.cxf.recorded;

import io.parley.representation.ContentCopy;
import io.parley.soap.HeaderUse;

/**
 * A message on its way into a recording. What is neither ended nor discarded is not recorded. One thread at a time; never
 * blocks.
 */
public interface RecordedCopy extends ContentCopy, HeaderUse {
    /** Names the operation, as soon as it is known. */
    void operation(String name);

    /** Begins the copy of the answer to this request, which goes the other way. */
    RecordedCopy answer(boolean fault);

    /** Drops the copy of a message of which nothing went out. */
    void discard();
}
