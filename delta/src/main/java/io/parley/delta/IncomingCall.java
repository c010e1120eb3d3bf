package io.parley.delta;

import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import org.jspecify.annotations.Nullable;

/**
 * Call from the answering side's view: the request is read, then answers are written; a second answer replaces a
 * discarded first. Used by one thread at a time.
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
     * Returns whether a request with that first byte is a difference, so that its content is larger than the received
     * bytes.
     */
    public static boolean isDifference(int first) {
        return (first & CallHead.DIFFERS) != 0;
    }

    /**
     * Reads the head of the request, and the request if it is to be kept or is a difference.
     *
     * @param in positioned at the request's first byte; afterwards at its end, or in front of the content
     * @return the content; null if it follows in the source
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
            content = Expansion.read(in, base, bases.maxMessageBytes(), reserved);
        } else if (read.keepRequest()) {
            content = KeptContent.read(in, bases.maxMessageBytes(), reserved);
        }
        request = read.keepRequest() && content != null ? new Base(content) : null;
        // At the end: the base that the request itself names must not be dropped before it was used.
        bases.drop(read.dropped());
        return content;
    }

    /** Begins an answer. */
    public Outbound answer() {
        return new OutgoingAnswer();
    }

    /** Ends the call, answered or not. Idempotent. */
    public void end() {
        reserved.close();
    }

    private final class OutgoingAnswer implements Outbound {
        @Override
        public int maxBytes() {
            return bases.maxMessageBytes();
        }

        @Override
        public void write(byte[] content, Sink out) {
            byte[] difference = answerBase == null ? null : Form.difference(answerBase, content);
            CallHead asked = head;
            boolean keepsAnswer = asked != null && asked.keepAnswer() && content.length >= Form.MIN_BYTES;
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
         * Keeps the answer. If a second answer replaces the first, only the first is kept, and it is dropped with the
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
