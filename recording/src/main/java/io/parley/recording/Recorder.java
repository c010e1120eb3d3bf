package io.parley.recording;

import io.parley.DaemonThreads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recorder of conversations (docs/reference/recording.md). Messages are queued, within a bound, and written by one
 * thread; messages that find the queue full are left out, counted, and recorded as a gap. Thread-safe; only {@link
 * #open} and {@link #close} block.
 */
public final class Recorder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
    private static final int ID_DIGITS = 8;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration COPIES_TIMEOUT = Duration.ofSeconds(1);

    private final RecorderSettings settings;
    private final UUID id;
    private final Path folder;
    private final Scribe scribe;
    private final BlockingQueue<Task> queue = new LinkedBlockingQueue<>();
    private final AtomicLong queued = new AtomicLong();
    private final AtomicLong sessions = new AtomicLong();
    private final Map<GapReason, AtomicLong> leftOut = new EnumMap<>(GapReason.class);
    private final Thread thread;
    private volatile boolean closed;
    /** Guards {@link #copies}; notified when there are none. */
    private final Object copiesEnded = new Object();
    /** Number of messages that began and have not ended. */
    private int copies;

    private Recorder(RecorderSettings settings, SegmentFile.Maker maker) throws IOException {
        this.settings = settings;
        this.id = UUID.randomUUID();
        this.folder = settings.folder()
                .resolve(NAME.format(settings.clock().instant()) + "-"
                        + id.toString().substring(0, ID_DIGITS));
        for (GapReason reason : GapReason.values()) {
            leftOut.put(reason, new AtomicLong());
        }
        Files.createDirectories(folder);
        this.scribe = new Scribe(settings, id, folder, maker);
        this.thread = DaemonThreads.named("parley-recorder").newThread(this::run);
    }

    /**
     * Starts a recording.
     *
     * @throws IOException if its files cannot be created
     */
    public static Recorder open(RecorderSettings settings) throws IOException {
        return open(settings, SegmentFile::onDisk);
    }

    static Recorder open(RecorderSettings settings, SegmentFile.Maker maker) throws IOException {
        Recorder recorder = new Recorder(settings, maker);
        recorder.scribe.begin();
        recorder.thread.start();
        return recorder;
    }

    /** Returns the folder of this recording. */
    public Path folder() {
        return folder;
    }

    /** Returns the recording's identifier. */
    public UUID id() {
        return id;
    }

    /** Begins a session, which is written with its first message. */
    public RecordedSession begin(SessionTerms terms) {
        return new RecordedSession(this, sessions.incrementAndGet(), terms);
    }

    /** Returns the counters so far; messages left out count at once, even if their gap is not written yet. */
    public RecorderStatus status() {
        long waiting = leftOut.values().stream().mapToLong(AtomicLong::get).sum();
        return scribe.status(waiting);
    }

    void copyBegan() {
        synchronized (copiesEnded) {
            copies++;
        }
    }

    void copyEnded() {
        synchronized (copiesEnded) {
            copies--;
            if (copies == 0) {
                copiesEnded.notifyAll();
            }
        }
    }

    /**
     * Waits for the copies of messages in flight: a sender ends its copy just after sending, perhaps while the
     * application already closes everything.
     */
    private void awaitCopies() {
        long end = System.nanoTime() + COPIES_TIMEOUT.toNanos();
        synchronized (copiesEnded) {
            try {
                long left = COPIES_TIMEOUT.toMillis();
                while (copies > 0 && left > 0) {
                    copiesEnded.wait(left);
                    left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Writes queued messages, for up to ten seconds, ends the recording and stores its last checkpoint. Idempotent. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        awaitCopies();
        closed = true;
        queue.add(new Task.Stop());
        try {
            thread.join(CLOSE_TIMEOUT.toMillis());
            if (thread.isAlive()) {
                LOG.warn("Did not close recording {}: its disk or store did not respond within {}", id, CLOSE_TIMEOUT);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    Instant now() {
        return settings.clock().instant();
    }

    /** Reserves room in the queue; returns false if there is none. */
    boolean reserve(long bytes) {
        if (queued.addAndGet(bytes) > settings.queueBytes()) {
            queued.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    void release(long bytes) {
        queued.addAndGet(-bytes);
    }

    /** Counts a message that is left out. */
    void leaveOut(GapReason reason) {
        counter(reason).incrementAndGet();
    }

    void offer(Task task) {
        if (!closed) {
            queue.add(task);
        } else if (task instanceof Task.Message message) {
            release(message.reserved());
        }
    }

    private AtomicLong counter(GapReason reason) {
        return Objects.requireNonNull(leftOut.get(reason));
    }

    private void run() {
        boolean running = true;
        while (running) {
            Task task = next();
            try {
                if (task != null) {
                    running = !(task instanceof Task.Stop);
                    write(task);
                }
                scribe.checkpointIfDue();
            } catch (IOException | RuntimeException e) {
                scribe.recordTrouble(e);
            }
        }
        scribe.close();
    }

    private @Nullable Task next() {
        try {
            return queue.poll(settings.checkpointInterval().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            LOG.debug("Interrupted while waiting for tasks, continuing", e);
            return null;
        }
    }

    private void write(Task task) throws IOException {
        if (task instanceof Task.Message message) {
            writeMessage(message);
            return;
        }
        writeGaps();
        if (task instanceof Task.SessionEnd end) {
            scribe.end(end);
        } else {
            scribe.end();
        }
    }

    private void writeMessage(Task.Message message) throws IOException {
        boolean written = false;
        try {
            writeGaps();
            scribe.write(message);
            written = true;
        } finally {
            release(message.reserved());
            if (!written) {
                leaveOut(GapReason.DISK);
            }
        }
    }

    /** Writes a gap record for messages left out, before the next record. */
    private void writeGaps() throws IOException {
        for (GapReason reason : GapReason.values()) {
            long missing = counter(reason).getAndSet(0);
            if (missing > 0) {
                boolean written = false;
                try {
                    scribe.gap(missing, reason, now());
                    written = true;
                } finally {
                    if (!written) {
                        counter(reason).addAndGet(missing);
                    }
                }
            }
        }
    }
}
