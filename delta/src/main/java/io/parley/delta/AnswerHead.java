package io.parley.delta;

import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.Source;

/**
 * Head of an answer, in front of its content.
 *
 * @param differs true if the content is a difference from the answer of the call that the request named
 * @param requestKept true if the request is now kept, as the caller asked
 * @param answerKept true if this answer is kept
 */
record AnswerHead(boolean differs, boolean requestKept, boolean answerKept) {
    static final int DIFFERS = 0x01;
    private static final int REQUEST_KEPT = 0x02;
    private static final int ANSWER_KEPT = 0x04;
    private static final int FLAGS = 0x07;

    void write(Sink out) {
        out.writeByte((differs ? DIFFERS : 0) | (requestKept ? REQUEST_KEPT : 0) | (answerKept ? ANSWER_KEPT : 0));
    }

    static AnswerHead read(Source in) {
        int flags = in.readByte();
        if ((flags & ~FLAGS) != 0) {
            throw ParleyException.malformed("known flags", Integer.toHexString(flags), in.at("head of an answer"));
        }
        return new AnswerHead((flags & DIFFERS) != 0, (flags & REQUEST_KEPT) != 0, (flags & ANSWER_KEPT) != 0);
    }
}
