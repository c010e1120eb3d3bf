package io.parley.bench.loss;

import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import java.io.InterruptedIOException;
import java.time.Duration;

/** Calls that are answered with the content they carry. */
final class Echo {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Echo() {}

    /** Sends a call with the given number of bytes without waiting for its answer. */
    static Call begin(Conversation session, int bytes) {
        Call call = session.beginCall(PATIENCE);
        call.sink().writeBytes(new byte[bytes], 0, bytes);
        call.send();
        return call;
    }

    /** Waits for the answer and checks that it is as long as the request. */
    static void end(Call call, int bytes) throws InterruptedIOException {
        try (IncomingMessage answer = call.await()) {
            long came = answer.source().remaining();
            answer.source().readBytes(new byte[bytes], 0, bytes);
            if (came != bytes) {
                throw new IllegalStateException("expected an answer of " + bytes + " bytes, found " + came);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while an answer was waited for");
        }
    }

    static void call(Conversation session, int bytes) throws InterruptedIOException {
        end(begin(session, bytes), bytes);
    }
}
