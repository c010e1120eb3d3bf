package io.parley.bench.fault;

import java.nio.ByteBuffer;

/** A call as bytes: its number, the size of its answer, and content. The answer begins with the number. */
record Request(long number, int answerBytes, int contentBytes) {
    private static final int HEAD = Long.BYTES + Integer.BYTES;

    byte[] toBytes() {
        return ByteBuffer.allocate(HEAD + contentBytes)
                .putLong(number)
                .putInt(answerBytes)
                .array();
    }

    static Request of(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Request(buffer.getLong(), buffer.getInt(), bytes.length - HEAD);
    }

    byte[] answer() {
        return ByteBuffer.allocate(Long.BYTES + answerBytes).putLong(number).array();
    }

    /** Throws unless the bytes are the answer to this request. */
    void check(byte[] answer) {
        if (answer.length != Long.BYTES + answerBytes || ByteBuffer.wrap(answer).getLong() != number) {
            throw new IllegalStateException("the answer is another call's");
        }
    }
}
