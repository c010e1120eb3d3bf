package io.parley.delta;

import io.parley.compression.Memory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bases of the calling side of one session: for each operation the last call that both sides are known to keep, and one
 * that is pending to replace it. Only this side decides which calls the other may forget, because only it knows when a
 * call that refers to another has ended. Thread-safe.
 */
final class CallerBases {
    /** Maximum number of operations with bases; further ones are not compared. */
    private static final int MAX_OPERATIONS = 64;
    /**
     * Maximum number of calls that one request releases, so that its head is short; the rest waits for the next
     * request.
     */
    private static final int MAX_DROPPED = 8;

    private final int maxMessageBytes;
    private final Memory memory;
    /** Guarded by this, like everything below and in it. */
    private final Map<String, OperationState> states = new HashMap<>();

    private final Allowance allowance;
    private final List<Long> dropped = new ArrayList<>();
    private long calls;

    /**
     * Creates the bases of one session.
     *
     * @param maxBytes agreed bytes that may be kept
     * @param maxMessageBytes maximum bytes of a message that may be kept or compared
     */
    public CallerBases(long maxBytes, int maxMessageBytes, Memory memory) {
        this.maxMessageBytes = maxMessageBytes;
        this.memory = memory;
        this.allowance = new Allowance(maxBytes, memory);
    }

    /** Begins a call of an operation. The caller must end it. */
    public OutgoingCall begin(String operation) {
        return new OutgoingCall(this, operation);
    }

    /** Forgets all bases. Idempotent. */
    public synchronized void close() {
        states.clear();
        allowance.close();
    }

    int maxMessageBytes() {
        return maxMessageBytes;
    }

    Memory memory() {
        return memory;
    }

    /** State of one operation. */
    static final class OperationState {
        private final Backoff requests = new Backoff();
        private final Backoff answers = new Backoff();
        private @Nullable Kept kept;
        private boolean replacementPending;
    }

    /** Call that both sides keep. */
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
     * @param base the call to compare with, in use until {@link #endCall}; null for none
     * @param number the number to keep this call under; 0 if it is not kept
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
        OperationState state = states.get(operation);
        if (state == null && !allowance.isClosed() && states.size() < MAX_OPERATIONS) {
            state = new OperationState();
            states.put(operation, state);
        }
        List<Long> forget = nextDropped();
        if (state == null) {
            return new Plan(null, false, false, false, false, 0, forget);
        }
        boolean requests = isShort && state.requests.shouldTry();
        boolean answers = state.answers.shouldTry();
        Kept kept = state.kept;
        boolean compareRequest = requests && kept != null && kept.request() != null;
        boolean compareAnswer = answers && kept != null && kept.answer() != null;
        boolean keep = (requests || answers) && !state.replacementPending;
        state.replacementPending |= keep;
        Kept base = compareRequest || compareAnswer ? kept : null;
        if (base != null) {
            base.users++;
        }
        return new Plan(
                base, compareRequest, compareAnswer, keep && requests, keep && answers, keep ? ++calls : 0, forget);
    }

    private List<Long> nextDropped() {
        List<Long> next = dropped.subList(0, Math.min(dropped.size(), MAX_DROPPED));
        List<Long> taken = List.copyOf(next);
        next.clear();
        return taken;
    }

    synchronized void requestCompared(String operation, boolean smaller) {
        OperationState state = states.get(operation);
        if (state != null) {
            state.requests.recordOutcome(smaller);
        }
    }

    synchronized void answerCompared(String operation, boolean smaller) {
        OperationState state = states.get(operation);
        if (state != null) {
            state.answers.recordOutcome(smaller);
        }
    }

    /** Makes a call that the other side keeps, wholly or in part, the base of later calls. */
    synchronized void confirm(String operation, Kept kept) {
        OperationState state = states.get(operation);
        if (state == null || !allowance.tryReserve(kept.bytes)) {
            dropped.add(kept.number);
            return;
        }
        Kept before = state.kept;
        state.kept = kept;
        if (before != null) {
            before.retired = true;
            forgetIfUnused(before);
        }
    }

    /**
     * Ends a call, whether it was answered or given up.
     *
     * @param dropsReceived true if the other side received the list of calls to forget
     * @param confirmed true if the other side keeps this call as requested
     */
    synchronized void endCall(String operation, Plan plan, boolean dropsReceived, boolean confirmed) {
        if (!dropsReceived) {
            dropped.addAll(plan.dropped());
        }
        if (plan.number() != 0) {
            OperationState state = states.get(operation);
            if (state != null) {
                state.replacementPending = false;
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
            allowance.release(kept.bytes);
            kept.retired = false;
        }
    }

    synchronized long keptBytes() {
        return allowance.reserved();
    }
}
