package io.parley.endpoint;

import java.util.concurrent.atomic.LongAdder;

/** How many messages the handlers of an endpoint took so far. Thread-safe. */
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

    /** Those that came by a session. */
    public long streamed() {
        return streamed.sum();
    }

    /** Those that came by SOAP. */
    public long bySoap() {
        return bySoap.sum();
    }

    /** Those whose callers were told of an error, on either way. */
    public long failed() {
        return failed.sum();
    }
}
