package io.parley.bench.transaction;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.jspecify.annotations.Nullable;

/** The timestamps of one side of the current transaction. Thread-safe. */
final class Marks {
    private static final double MICRO = 1_000;

    /** The key under which an exchange stores the arrival time of its message. */
    private static final String ARRIVED = Marks.class.getName() + ".arrived";

    private final Map<Mark, Long> marks = new EnumMap<>(Mark.class);
    /** The exchange of the transaction; null until it is known. */
    private @Nullable Exchange exchange;

    /** The events of a transaction. */
    enum Mark {
        /**
         * An interceptor chain begins: the request has arrived at a server, or the start of the response at a client.
         */
        RECEIVED,
        CALLED,
        GENERATED,
        SERIALIZED,
        /** The complete response was handed to the transport. */
        HANDED_OVER,
        /** The client has its object. */
        READY
    }

    synchronized void clear() {
        marks.clear();
        exchange = null;
    }

    synchronized void set(Mark mark) {
        marks.put(mark, System.nanoTime());
    }

    /** Returns the microseconds between two marks; 0 if one of them is missing. */
    synchronized double between(Mark from, Mark to) {
        Long begin = marks.get(from);
        Long end = marks.get(to);
        return begin == null || end == null ? 0 : (end - begin) / MICRO;
    }

    synchronized boolean has(Mark mark) {
        return marks.containsKey(mark);
    }

    /**
     * Records the arrival of messages for the service or its caller. Messages of a negotiation, which may arrive during
     * the call, are ignored.
     */
    void noteArrivals(InterceptorProvider chains) {
        chains.getInInterceptors().add(new At(Phase.RECEIVE, with -> with.put(ARRIVED, System.nanoTime())));
        chains.getInInterceptors().add(new At(Phase.PRE_INVOKE, this::isTransaction));
    }

    private synchronized void isTransaction(Exchange with) {
        exchange = with;
        marks.put(Mark.RECEIVED, (Long) with.get(ARRIVED));
    }

    /** Records when responses have been handed to the transport. */
    void noteDepartures(InterceptorProvider chains) {
        chains.getOutInterceptors().add(new At(Phase.SETUP_ENDING, this::departed));
    }

    // The chain of the previous response may end after its client has received it and sent the next request.
    @SuppressWarnings("ReferenceEquality") // an exchange is identified by its object
    private synchronized void departed(Exchange with) {
        if (exchange == with) {
            set(Mark.HANDED_OVER);
        }
    }

    /** Reports the exchange of each message that reaches a phase. */
    private static final class At extends AbstractPhaseInterceptor<Message> {
        private final Consumer<Exchange> told;

        At(String phase, Consumer<Exchange> told) {
            super(phase);
            this.told = told;
        }

        @Override
        public void handleMessage(Message message) {
            told.accept(message.getExchange());
        }
    }
}
