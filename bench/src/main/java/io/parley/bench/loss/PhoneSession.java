package io.parley.bench.loss;

import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Work of two sessions with messages of the size of ten floats. The first session sends each message after the answer
 * to the previous one. The second one sends all messages without waiting for answers, as the HHFR paper must have done.
 *
 * @param messages number of messages in each session
 */
record PhoneSession(int messages) implements Work {
    /** Name of the figure for the time from the start of connecting to the last answer. */
    static final String IN_TURN = "in_turn_s";

    static final String PIPELINED = "pipelined_s";

    private static final int BYTES = 40;

    @Override
    public Map<String, Double> run(Opener sessions) throws IOException {
        long begin = System.nanoTime();
        Map<String, Double> figures = new LinkedHashMap<>();
        Conversation session = sessions.open(figures);
        for (int i = 0; i < messages; i++) {
            Echo.call(session, BYTES);
        }
        figures.put(IN_TURN, seconds(begin));
        session.drain();

        long second = System.nanoTime();
        Conversation another = sessions.open();
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            calls.add(Echo.begin(another, BYTES));
        }
        for (Call call : calls) {
            Echo.end(call, BYTES);
        }
        figures.put(PIPELINED, seconds(second));
        return figures;
    }

    private static double seconds(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    @Override
    public List<String> names() {
        return List.of(OPENING, IN_TURN, PIPELINED);
    }
}
