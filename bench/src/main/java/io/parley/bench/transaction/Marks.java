package io.parley.bench.transaction;

import java.util.EnumMap;
import java.util.Map;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/** When what happened on one side of the transaction that is under way. Thread-safe. */
final class Marks {
    private static final double MICRO = 1_000;

    private final Map<Mark, Long> marks = new EnumMap<>(Mark.class);

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

    /** Notes when messages come. */
    void noteArrivals(InterceptorProvider chains) {
        chains.getInInterceptors().add(new At(Phase.RECEIVE, Mark.RECEIVED));
    }

    /** Notes when answers are gone. */
    void noteDepartures(InterceptorProvider chains) {
        chains.getOutInterceptors().add(new At(Phase.SETUP_ENDING, Mark.HANDED_OVER));
    }

    private final class At extends AbstractPhaseInterceptor<Message> {
        private final Mark mark;

        At(String phase, Mark mark) {
            super(phase);
            this.mark = mark;
        }

        @Override
        public void handleMessage(Message message) {
            set(mark);
        }
    }
}
