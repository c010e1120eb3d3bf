package io.parley.endpoint;

import java.util.concurrent.atomic.LongAdder;

/** Counters of the messages that the handlers of an endpoint have handled. Thread-safe. */
public final class HandledCalls implements CallObserver {
    private final LongAdder streamed = new LongAdder();
    private final LongAdder bySoap = new LongAdder();
    private final LongAdder failed = new LongAdder();

    @Override
    public void handled(HandledCall call) {
        (call.streamed() ? streamed : bySoap).increment();
        if (call.failure().isPresent()) {
            failed.increment();
        }
    }

    /** Returns the number of messages received in sessions. */
    public long streamed() {
        return streamed.sum();
    }

    /** Returns the number of messages received by SOAP. */
    public long bySoap() {
        return bySoap.sum();
    }

    /** Returns the number of all messages whose callers got an error. */
    public long failed() {
        return failed.sum();
    }
}
