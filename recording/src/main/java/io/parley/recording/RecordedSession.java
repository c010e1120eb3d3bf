package io.parley.recording;

import io.parley.context.Value;
import io.parley.recording.RecordedMessage.Direction;
import io.parley.recording.RecordedMessage.Kind;
import io.parley.soap.StaticHeader;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A session whose messages are recorded. Thread-safe; never blocks. */
public final class RecordedSession implements AutoCloseable {
    private final Recorder recorder;
    private final long number;
    private final SessionTerms terms;
    private final AtomicLong calls = new AtomicLong();
    /** Static headers of the session, whose number is limited, as the store will have them. */
    private final Map<StaticHeader, Value> contents = new ConcurrentHashMap<>();

    /** Messages that began and did not end yet. */
    private int copies;

    private boolean over;

    RecordedSession(Recorder recorder, long number, SessionTerms terms) {
        this.recorder = recorder;
        this.number = number;
        this.terms = terms;
    }

    /** A request or message without response begins. */
    public MessageCopy begin(Direction direction, Kind kind) {
        return new MessageCopy(this, direction, kind, calls.incrementAndGet());
    }

    /**
     * The session is over. A message that was just sent may still be on its way here, so the end is recorded behind the last.
     * Idempotent as far as readers are concerned.
     */
    @Override
    public void close() {
        synchronized (this) {
            over = true;
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
            last = over && copies == 0;
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
