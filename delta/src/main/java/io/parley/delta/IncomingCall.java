package io.parley.delta;

import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import org.jspecify.annotations.Nullable;

/**
 * A call as who answers it sees it: the request is read, then answers are written; another begins anew if one was
 * discarded. One thread at a time.
 */
final class IncomingCall {
    private final ServiceBases bases;
    private final Reserved reserved;
    private @Nullable CallHead head;
    private @Nullable Base request;
    private @Nullable Base answerBase;
    private boolean kept;
    private boolean answerKept;

    IncomingCall(ServiceBases bases) {
        this.bases = bases;
        this.reserved = new Reserved(bases.memory());
    }

    /**
     * Returns whether a request that begins with that byte is a difference, so that its content is larger than what was
     * received.
     */
    public static boolean isDifference(int first) {
        return (first & CallHead.DIFFERS) != 0;
    }

    /**
     * Reads the head of the request, and the request if it is to be kept or is a difference.
     *
     * @param in at the request's first byte; left at its end, or in front of the content
     * @return the content, or null if it follows as it is
     * @throws ParleyException {@code MALFORMED_MESSAGE} if its base is not known, {@code LIMIT}, {@code BUDGET}
     */
    public byte @Nullable [] readRequest(Source in) {
        CallHead read = CallHead.read(in);
        head = read;
        ServiceBases.Kept named = read.differs() || read.answerMayDiffer() ? bases.get(read.base()) : null;
        answerBase = named != null && read.answerMayDiffer() ? named.answer() : null;
        byte[] content = null;
        if (read.differs()) {
            Base base = named == null ? null : named.request();
            if (base == null) {
                throw ParleyException.malformed(
                        "a base that was kept", "call " + Long.toUnsignedString(read.base()), in.at("difference"));
            }
            content = Expansion.read(in, base, bases.mostMessage(), reserved);
        } else if (read.keepRequest()) {
            content = Whole.read(in, bases.mostMessage(), reserved);
        }
        request = read.keepRequest() && content != null ? new Base(content) : null;
        // Last: what it names itself must not be forgotten before it was used.
        bases.drop(read.dropped());
        return content;
    }

    /** An answer to be written. */
    public Outbound answer() {
        return new Answer();
    }

    /** The request was read and answered, or will not be. Idempotent. */
    public void end() {
        reserved.close();
    }

    private final class Answer implements Outbound {
        @Override
        public int most() {
            return bases.mostMessage();
        }

        @Override
        public void write(byte[] content, Sink out) {
            byte[] difference = answerBase == null ? null : Form.difference(answerBase, content);
            CallHead asked = head;
            boolean keepsAnswer = asked != null && asked.keepAnswer() && content.length >= Form.FEWEST_BYTES;
            Base answer = keepsAnswer ? new Base(content) : null;
            keep(answer);
            new AnswerHead(difference != null, kept && request != null, kept && answerKept).write(out);
            if (difference != null) {
                Form.writeDifference(content, difference, out);
            } else {
                out.writeBytes(content, 0, content.length);
            }
        }

        @Override
        public void writeHead(Sink out) {
            keep(null);
            new AnswerHead(false, kept && request != null, false).write(out);
        }

        /**
         * Keeps the answer; of answers that replace one another only the first is kept, and it is forgotten with the
         * second.
         */
        private void keep(@Nullable Base answer) {
            CallHead asked = head;
            if (asked == null || asked.number() == 0) {
                return;
            }
            ServiceBases.Kept call = new ServiceBases.Kept(request, kept ? null : answer);
            answerKept = !kept && answer != null;
            if (kept) {
                bases.shrink(asked.number(), call);
            } else {
                kept = call.bytes() > 0 && bases.tryKeep(asked.number(), call);
            }
        }
    }
}
