package io.parley.delta;

import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A call as its caller sees it: the request is written, then the answer is read, or there is none. Thread-safe, because a
 * call may be given up while somebody works for it.
 */
final class OutgoingCall implements Outbound {
    private final CallerBases bases;
    private final String operation;
    private final Reserved reserved;
    private CallerBases.@Nullable Plan plan;
    private @Nullable Base request;
    private boolean confirmed;
    private boolean answered;
    private boolean over;

    OutgoingCall(CallerBases bases, String operation) {
        this.bases = bases;
        this.operation = operation;
        this.reserved = new Reserved(bases.memory());
    }

    /**
     * Returns whether an answer that begins with that byte is a difference, so that its content is larger than what was
     * received.
     */
    public static boolean isDifference(int first) {
        return (first & AnswerHead.DIFFERS) != 0;
    }

    @Override
    public int most() {
        return bases.mostMessage();
    }

    @Override
    public void write(byte[] content, Sink out) {
        CallerBases.Plan made = plan(content.length >= Form.FEWEST_BYTES);
        Base base = made.compareRequest() && made.base() != null ? made.base().request() : null;
        byte[] difference = base == null ? null : Form.difference(base, content);
        if (base != null) {
            bases.requestCompared(operation, difference != null);
        }
        head(made, difference != null).write(out);
        if (difference != null) {
            Form.writeDifference(content, difference, out);
        } else {
            out.writeBytes(content, 0, content.length);
        }
        sent(made.keepRequest() ? new Base(content) : null);
    }

    private synchronized void sent(@Nullable Base kept) {
        request = kept;
    }

    @Override
    public void writeHead(Sink out) {
        head(plan(false), false).write(out);
    }

    /** A call that was given up while its request was written uses nothing. */
    private synchronized CallerBases.Plan plan(boolean isShort) {
        CallerBases.Plan made = over ? CallerBases.Plan.NONE : bases.plan(operation, isShort);
        plan = made;
        return made;
    }

    private static CallHead head(CallerBases.Plan plan, boolean differs) {
        return new CallHead(
                differs,
                plan.compareAnswer(),
                plan.keepRequest(),
                plan.keepAnswer(),
                plan.base() == null ? 0 : plan.base().number(),
                plan.number(),
                plan.dropped());
    }

    /**
     * Reads the head of the answer, and the answer if it was kept or is a difference.
     *
     * @param in at the answer's first byte; left at its end, or in front of the content
     * @return the content, or null if it follows as it is
     * @throws ParleyException {@code MALFORMED_MESSAGE}, {@code LIMIT}, {@code BUDGET}
     */
    public byte @Nullable [] readAnswer(Source in) {
        CallerBases.Plan made = planned();
        AnswerHead head = AnswerHead.read(in);
        Base base = made.compareAnswer() && made.base() != null ? made.base().answer() : null;
        if ((head.differs() && base == null)
                || (head.requestKept() && !made.keepRequest())
                || (head.answerKept() && !made.keepAnswer())) {
            throw ParleyException.malformed("an answer as the request allowed it", "another", "head of an answer");
        }
        byte[] content = null;
        if (head.differs()) {
            content = Expansion.read(in, Objects.requireNonNull(base), bases.mostMessage(), reserved);
        } else if (head.answerKept()) {
            content = Whole.read(in, bases.mostMessage(), reserved);
        }
        if (base != null) {
            bases.answerCompared(operation, head.differs());
        }
        confirm(made, head, content);
        return content;
    }

    private synchronized CallerBases.Plan planned() {
        return Objects.requireNonNull(plan, "an answer before its request");
    }

    /** The lock is not held while content is read: who gives a call up must not wait for that. */
    private synchronized void confirm(CallerBases.Plan made, AnswerHead head, byte @Nullable [] content) {
        answered = true;
        Base kept = head.requestKept() ? request : null;
        Base answer = head.answerKept() && content != null ? new Base(content) : null;
        if (!over && (kept != null || answer != null)) {
            confirmed = true;
            bases.confirm(operation, new CallerBases.Kept(made.number(), kept, answer));
        }
    }

    /** Ends the call: its answer was read, or is not waited for. Idempotent. */
    public synchronized void end() {
        if (over) {
            return;
        }
        over = true;
        reserved.close();
        if (plan != null) {
            bases.over(operation, plan, answered, confirmed);
        }
    }
}
