package io.parley.delta;

import io.parley.compression.Memory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bases of the calling side of one session: for each operation the last call that both sides are known to have, and one
 * more that is on its way to replace it. This side alone decides which calls the other one may forget, because it alone
 * knows when a call that names another is over. Thread-safe.
 */
final class CallerBases {
    /** Operations with bases; a session with more keeps the first ones'. */
    private static final int MOST_OPERATIONS = 64;
    /**
     * Greatest number of calls that one request lets the other side forget, so that its head is short; the rest waits
     * for the next.
     */
    private static final int MOST_DROPPED = 8;

    private final int mostMessage;
    private final Memory memory;
    /** Guarded by this, as is all below and in it. */
    private final Map<String, Line> lines = new HashMap<>();

    private final Allowance allowance;
    private final List<Long> dropped = new ArrayList<>();
    private long calls;

    /**
     * @param mostBytes agreed bytes that may be kept
     * @param mostMessage bytes of a message that may be kept or compared
     */
    public CallerBases(long mostBytes, int mostMessage, Memory memory) {
        this.mostMessage = mostMessage;
        this.memory = memory;
        this.allowance = new Allowance(mostBytes, memory);
    }

    /** A call of that operation. Whoever begins one ends it. */
    public OutgoingCall begin(String operation) {
        return new OutgoingCall(this, operation);
    }

    /** Forgets everything. Idempotent. */
    public synchronized void close() {
        lines.clear();
        allowance.close();
    }

    int mostMessage() {
        return mostMessage;
    }

    Memory memory() {
        return memory;
    }

    /** The calls of one operation. */
    static final class Line {
        private final Pace requests = new Pace();
        private final Pace answers = new Pace();
        private @Nullable Kept kept;
        private boolean oneIsUnderWay;
    }

    /** A call that both sides have. */
    static final class Kept {
        private final long number;
        private final @Nullable Base request;
        private final @Nullable Base answer;
        private final long bytes;
        private int users;
        private boolean retired;

        Kept(long number, @Nullable Base request, @Nullable Base answer) {
            this.number = number;
            this.request = request;
            this.answer = answer;
            this.bytes = length(request) + length(answer);
        }

        long number() {
            return number;
        }

        @Nullable
        Base request() {
            return request;
        }

        @Nullable
        Base answer() {
            return answer;
        }

        private static long length(@Nullable Base base) {
            return base == null ? 0 : base.length();
        }
    }

    /**
     * Plan of one call.
     *
     * @param base the call to compare with, in use until {@link #over}
     * @param number the number to keep this call under, or 0
     * @param dropped calls that the other side may forget
     */
    record Plan(
            @Nullable Kept base,
            boolean compareRequest,
            boolean compareAnswer,
            boolean keepRequest,
            boolean keepAnswer,
            long number,
            List<Long> dropped) {
        static final Plan NONE = new Plan(null, false, false, false, false, 0, List.of());
    }

    synchronized Plan plan(String operation, boolean isShort) {
        Line line = lines.get(operation);
        if (line == null && !allowance.isClosed() && lines.size() < MOST_OPERATIONS) {
            line = new Line();
            lines.put(operation, line);
        }
        List<Long> forget = nextDropped();
        if (line == null) {
            return new Plan(null, false, false, false, false, 0, forget);
        }
        boolean requests = isShort && line.requests.isWorthTrying();
        boolean answers = line.answers.isWorthTrying();
        Kept kept = line.kept;
        boolean compareRequest = requests && kept != null && kept.request() != null;
        boolean compareAnswer = answers && kept != null && kept.answer() != null;
        boolean keep = (requests || answers) && !line.oneIsUnderWay;
        line.oneIsUnderWay |= keep;
        Kept base = compareRequest || compareAnswer ? kept : null;
        if (base != null) {
            base.users++;
        }
        return new Plan(
                base, compareRequest, compareAnswer, keep && requests, keep && answers, keep ? ++calls : 0, forget);
    }

    private List<Long> nextDropped() {
        List<Long> next = dropped.subList(0, Math.min(dropped.size(), MOST_DROPPED));
        List<Long> taken = List.copyOf(next);
        next.clear();
        return taken;
    }

    synchronized void requestCompared(String operation, boolean smaller) {
        Line line = lines.get(operation);
        if (line != null) {
            line.requests.tried(smaller);
        }
    }

    synchronized void answerCompared(String operation, boolean smaller) {
        Line line = lines.get(operation);
        if (line != null) {
            line.answers.tried(smaller);
        }
    }

    /** The other side has both or one of them: calls to come are compared with these. */
    synchronized void confirm(String operation, Kept kept) {
        Line line = lines.get(operation);
        if (line == null || !allowance.tryTake(kept.bytes)) {
            dropped.add(kept.number);
            return;
        }
        Kept before = line.kept;
        line.kept = kept;
        if (before != null) {
            before.retired = true;
            forgetIfUnused(before);
        }
    }

    /**
     * Ends a call: it was answered, or nobody waits for its answer.
     *
     * @param told whether the other side received the list of calls to forget
     * @param confirmed whether the other side keeps what it was asked to keep
     */
    synchronized void over(String operation, Plan plan, boolean told, boolean confirmed) {
        if (!told) {
            dropped.addAll(plan.dropped());
        }
        if (plan.number() != 0) {
            Line line = lines.get(operation);
            if (line != null) {
                line.oneIsUnderWay = false;
            }
            if (!confirmed) {
                dropped.add(plan.number());
            }
        }
        if (plan.base() != null) {
            plan.base().users--;
            forgetIfUnused(plan.base());
        }
    }

    private void forgetIfUnused(Kept kept) {
        if (kept.retired && kept.users == 0 && !allowance.isClosed()) {
            dropped.add(kept.number);
            allowance.giveBack(kept.bytes);
            kept.retired = false;
        }
    }

    synchronized long keptBytes() {
        return allowance.taken();
    }
}
