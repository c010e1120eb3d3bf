package io.parley.delta;

import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.util.ArrayList;
import java.util.List;

/**
 * Head of a request, in front of its content.
 *
 * @param differs true if the content is a difference from the request of call {@code base}
 * @param answerMayDiffer true if the answer may be a difference from that call's answer
 * @param keepRequest true if the receiver should keep this request under {@code number}
 * @param keepAnswer true if the receiver should keep the answer under {@code number}
 * @param base number of an earlier call, if one of the first two is true
 * @param number of this call, if {@code keepRequest} or {@code keepAnswer} is true
 * @param dropped numbers of calls that the receiver may forget
 */
record CallHead(
        boolean differs,
        boolean answerMayDiffer,
        boolean keepRequest,
        boolean keepAnswer,
        long base,
        long number,
        List<Long> dropped) {
    private static final String WHERE = "head of a request";
    static final int DIFFERS = 0x01;
    private static final int ANSWER_MAY_DIFFER = 0x02;
    private static final int KEEP_REQUEST = 0x04;
    private static final int KEEP_ANSWER = 0x08;
    private static final int DROPPED = 0x10;
    private static final int FLAGS = 0x1F;

    void write(Sink out) {
        out.writeByte((differs ? DIFFERS : 0)
                | (answerMayDiffer ? ANSWER_MAY_DIFFER : 0)
                | (keepRequest ? KEEP_REQUEST : 0)
                | (keepAnswer ? KEEP_ANSWER : 0)
                | (dropped.isEmpty() ? 0 : DROPPED));
        if (differs || answerMayDiffer) {
            out.writeVarint(base);
        }
        if (keepRequest || keepAnswer) {
            out.writeVarint(number);
        }
        if (!dropped.isEmpty()) {
            out.writeVarint(dropped.size());
            dropped.forEach(out::writeVarint);
        }
    }

    static CallHead read(Source in) {
        int flags = in.readByte();
        if ((flags & ~FLAGS) != 0) {
            throw ParleyException.malformed("known flags", Integer.toHexString(flags), in.at(WHERE));
        }
        boolean differs = (flags & DIFFERS) != 0;
        boolean answerMayDiffer = (flags & ANSWER_MAY_DIFFER) != 0;
        boolean keepRequest = (flags & KEEP_REQUEST) != 0;
        boolean keepAnswer = (flags & KEEP_ANSWER) != 0;
        long base = differs || answerMayDiffer ? in.readVarint() : 0;
        long number = keepRequest || keepAnswer ? in.readVarint() : 0;
        List<Long> dropped = new ArrayList<>(0);
        if ((flags & DROPPED) != 0) {
            for (int left = in.readCount(1, WHERE); left > 0; left--) {
                dropped.add(in.readVarint());
            }
        }
        return new CallHead(differs, answerMayDiffer, keepRequest, keepAnswer, base, number, dropped);
    }
}
