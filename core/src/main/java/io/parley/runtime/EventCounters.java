package io.parley.runtime;

import io.parley.session.ExpendableCounters;
import java.util.concurrent.atomic.LongAdder;

/** Counters behind {@link SessionEvents}; none of them is updated by every call. Thread-safe. */
final class EventCounters {
    final LongAdder opened = new LongAdder();
    final LongAdder cut = new LongAdder();
    final LongAdder resumed = new LongAdder();
    final LongAdder stalls = new LongAdder();
    final LongAdder storeFailures = new LongAdder();
    final ExpendableCounters expendables = new ExpendableCounters();
}
