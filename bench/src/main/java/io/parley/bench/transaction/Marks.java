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

/** When what happened on one side of the transaction that is under way. Thread-safe. */
final class Marks {
    private static final double MICRO = 1_000;

    /** Under which an exchange has when its message came. */
    private static final String ARRIVED = Marks.class.getName() + ".arrived";

    private final Map<Mark, Long> marks = new EnumMap<>(Mark.class);
    /** That of the transaction, once it is known. */
    private @Nullable Exchange exchange;

    /** What is noted. */
    enum Mark {
        /** A chain of interceptors begins: at a server the request has come, at a client the first of the answer. */
        RECEIVED,
        CALLED,
        GENERATED,
        SERIALIZED,
        /** The whole answer was handed to the transport. */
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

    /** Microseconds between two marks; none if one of them was not set. */
    synchronized double between(Mark from, Mark to) {
        Long begin = marks.get(from);
        Long end = marks.get(to);
        return begin == null || end == null ? 0 : (end - begin) / MICRO;
    }

    synchronized boolean has(Mark mark) {
        return marks.containsKey(mark);
    }

    /** Notes when what is for the service, or for its caller, came; a negotiation may come while the call is under way. */
    void noteArrivals(InterceptorProvider chains) {
        chains.getInInterceptors().add(new At(Phase.RECEIVE, with -> with.put(ARRIVED, System.nanoTime())));
        chains.getInInterceptors().add(new At(Phase.PRE_INVOKE, this::isTransaction));
    }

    private synchronized void isTransaction(Exchange with) {
        exchange = with;
        marks.put(Mark.RECEIVED, (Long) with.get(ARRIVED));
    }

    /** Notes when answers are gone. */
    void noteDepartures(InterceptorProvider chains) {
        chains.getOutInterceptors().add(new At(Phase.SETUP_ENDING, this::departed));
    }

    // The chain of the answer before may end after its client has it, and asks again.
    @SuppressWarnings("ReferenceEquality") // one object is one exchange
    private synchronized void departed(Exchange with) {
        if (exchange == with) {
            set(Mark.HANDED_OVER);
        }
    }

    /** Tells whose message is at a phase. */
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
