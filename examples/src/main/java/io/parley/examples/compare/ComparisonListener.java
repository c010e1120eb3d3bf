package io.parley.examples.compare;

/** Hears how far a comparison is. Called by one thread. */
public interface ComparisonListener {
    /** A port is next, with so many calls by each way. */
    void begin(String port, int calls);

    /** One call was made by each way. */
    void step();

    /** An operation is done. */
    void compared(OperationResult result);

    /** The port is done. */
    void end();
}
