package io.parley.delta;

import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Call from the caller's view: the request is written, then the answer is read, if there is one. Thread-safe, because a
 * call may be cancelled while another thread works on it.
 */
final class OutgoingCall implements Outbound {
    private final CallerBases bases;
    private final String operation;
    private final Reserved reserved;
    private CallerBases.@Nullable Plan plan;
    private @Nullable Base request;
    private boolean confirmed;
    private boolean answered;
    private boolean ended;

    OutgoingCall(CallerBases bases, String operation) {
        this.bases = bases;
        this.operation = operation;
        this.reserved = new Reserved(bases.memory());
    }

    /**
     * Returns whether an answer with that first byte is a difference, so that its content is larger than the received
     * bytes.
     */
    public static boolean isDifference(int first) {
        return (first & AnswerHead.DIFFERS) != 0;
    }

    @Override
    public int maxBytes() {
        return bases.maxMessageBytes();
    }

    @Override
    public void write(byte[] content, Sink out) {
        CallerBases.Plan made = plan(content.length >= Form.MIN_BYTES);
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

    /** Plans the call; a call that was cancelled while its request is written uses no base. */
    private synchronized CallerBases.Plan plan(boolean isShort) {
        CallerBases.Plan made = ended ? CallerBases.Plan.NONE : bases.plan(operation, isShort);
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
     * Reads the head of the answer, and the answer if it is kept or is a difference.
     *
     * @param in positioned at the answer's first byte; afterwards at its end, or in front of the content
     * @return the content; null if it follows in the source
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
            content = Expansion.read(in, Objects.requireNonNull(base), bases.maxMessageBytes(), reserved);
        } else if (head.answerKept()) {
            content = KeptContent.read(in, bases.maxMessageBytes(), reserved);
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

    /** The lock is not held while content is read, so that cancelling a call never waits for that. */
    private synchronized void confirm(CallerBases.Plan made, AnswerHead head, byte @Nullable [] content) {
        answered = true;
        Base kept = head.requestKept() ? request : null;
        Base answer = head.answerKept() && content != null ? new Base(content) : null;
        if (!ended && (kept != null || answer != null)) {
            confirmed = true;
            bases.confirm(operation, new CallerBases.Kept(made.number(), kept, answer));
        }
    }

    /** Ends the call, answered or not. Idempotent. */
    public synchronized void end() {
        if (ended) {
            return;
        }
        ended = true;
        reserved.close();
        if (plan != null) {
            bases.endCall(operation, plan, answered, confirmed);
        }
    }
}
