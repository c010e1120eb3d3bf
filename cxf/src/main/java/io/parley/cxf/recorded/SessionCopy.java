package io.parley.cxf.recorded;

/** A session whose messages are recorded. Thread-safe; never blocks. */
public interface SessionCopy extends AutoCloseable {
    /** Begins the copy of a request that this side sends. */
    RecordedCopy sent();

    /** Begins the copy of a request, or of a message without response, that this side received. */
    RecordedCopy received(boolean oneWay);

    /** Notes that the session is over. */
    @Override
    void close();
}
