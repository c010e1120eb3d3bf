package io.parley.cxf.recorded;

/** A session whose messages are recorded. Thread-safe; never blocks. */
public interface SessionCopy extends AutoCloseable {
    /** Starts the copy of a request that this side sends. */
    RecordedCopy sent();

    /** Starts the copy of a request or one-way message that this side received. */
    RecordedCopy received(boolean oneWay);

    /** Records the end of the session. */
    @Override
    void close();
}
