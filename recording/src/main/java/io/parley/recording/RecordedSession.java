package io.parley.recording;

import io.parley.context.Value;
import io.parley.recording.RecordedMessage.Direction;
import io.parley.recording.RecordedMessage.Kind;
import io.parley.soap.StaticHeader;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Session whose messages are recorded. Thread-safe; never blocks. */
public final class RecordedSession implements AutoCloseable {
    private final Recorder recorder;
    private final long number;
    private final SessionTerms terms;
    private final AtomicLong calls = new AtomicLong();
    /** Static headers of the session, whose number is limited, as values for the store. */
    private final Map<StaticHeader, Value> contents = new ConcurrentHashMap<>();

    /** Number of messages that began and have not ended. */
    private int copies;

    private boolean closed;

    RecordedSession(Recorder recorder, long number, SessionTerms terms) {
        this.recorder = recorder;
        this.number = number;
        this.terms = terms;
    }

    /** Begins the copy of a request or one-way message. */
    public MessageCopy begin(Direction direction, Kind kind) {
        return new MessageCopy(this, direction, kind, calls.incrementAndGet());
    }

    /**
     * Ends the session. If a message that was just sent is still being copied, the end is recorded after it. Idempotent
     * for readers of the recording.
     */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            if (copies > 0) {
                return;
            }
        }
        recorder.offer(new Task.SessionEnd(this, recorder.now()));
    }

    void copyBegan() {
        synchronized (this) {
            copies++;
        }
        recorder.copyBegan();
    }

    void copyEnded() {
        boolean last;
        synchronized (this) {
            copies--;
            last = closed && copies == 0;
        }
        if (last) {
            recorder.offer(new Task.SessionEnd(this, recorder.now()));
        }
        recorder.copyEnded();
    }

    Value content(StaticHeader header) {
        return contents.computeIfAbsent(header, each -> Value.handOver(each.toArray(), StaticHeader.MEDIA_TYPE));
    }

    long number() {
        return number;
    }

    SessionTerms terms() {
        return terms;
    }

    Recorder recorder() {
        return recorder;
    }
}
