package io.parley.examples.compare;

/** Listener for the progress of a comparison. Called by one thread. */
public interface ComparisonListener {
    /** Called before a port is compared, with the number of calls by each transport. */
    void begin(String port, int calls);

    /** Called when one call was made by each transport. */
    void step();

    /** Called when an operation was compared. */
    void compared(OperationResult result);

    /** Called when the port was compared. */
    void end();
}
