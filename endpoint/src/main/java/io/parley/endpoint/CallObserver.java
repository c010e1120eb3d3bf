package io.parley.endpoint;

/**
 * Observer of the messages that the handlers of an endpoint without CXF have handled, for metrics. Messages of unknown
 * operations are not reported, so that the set of names is bounded. Thread-safe; called on the thread that handled the
 * message, and must not block. The caller may receive its response, and call again, before the observer is called, so
 * messages may be reported in another order than their responses are sent.
 */
@FunctionalInterface
public interface CallObserver {
    /** Called when a handler has finished with a message. Exceptions are logged, and do not affect the caller. */
    void handled(HandledCall call);
}
