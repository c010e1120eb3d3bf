package io.parley.endpoint;

/**
 * Observer of each message that a handler of an endpoint without CXF took, for metrics. Operations that the contract
 * does not have are left out, so their names are a bounded set. Thread-safe; called on the thread that handled the
 * message, where it must not block. The caller may have its answer, and call again, before the observer is called, so
 * the order of messages need not be that of their answers.
 */
@FunctionalInterface
public interface CallObserver {
    /** A handler is done with a message. What this throws is logged, and changes nothing for the caller. */
    void handled(HandledCall call);
}
