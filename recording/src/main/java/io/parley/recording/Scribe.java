package io.parley.recording;

import io.parley.ParleyException;
import io.parley.context.ContentAddress;
import io.parley.context.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.PrivateKey;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work of the recorder's thread: writes records, makes checkpoints, stores documents. Any thread may read the status.
 */
final class Scribe {
    private static final Logger LOG = LoggerFactory.getLogger(Scribe.class);

    /** Maximum number of header blocks that are known to be in the store. */
    private static final int MAX_HEADERS = 1_024;

    private final RecorderSettings settings;
    private final UUID id;
    private final Path folder;
    private final RecordingWriter writer;
    private final CheckpointStore store;
    private final Retention retention;
    /** Segment of the last description of each session. */
    private final Map<Long, Integer> described = new HashMap<>();
    /**
     * Segment of the last use of each header block; the lifetime of a block in the store is renewed once per segment.
     */
    private final Map<ContentAddress, Integer> headersKept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ContentAddress, Integer> eldest) {
            return size() > MAX_HEADERS;
        }
    };

    /** Documents that are not in the store yet. */
    private final Queue<Value> documents = new ArrayDeque<>();

    private long checkpointed;
    private long attempted;
    private Instant attemptedAt;
    /** True if a segment was started since the last checkpoint. */
    private boolean segmentStarted;

    private boolean ended;
    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong gaps = new AtomicLong();
    private volatile long records;
    private final AtomicLong checkpoints = new AtomicLong();
    private volatile String trouble = "";

    Scribe(RecorderSettings settings, UUID id, Path folder, SegmentFile.Maker maker) {
        this.settings = settings;
        this.id = id;
        this.folder = folder;
        this.writer = new RecordingWriter(id, folder, maker, settings.segmentBytes());
        this.store = new CheckpointStore(settings.store());
        this.retention = new Retention(settings, folder);
        this.attemptedAt = settings.clock().instant();
    }

    /** Creates the first segment. */
    void begin() throws IOException {
        writer.startSegmentIfDue();
        retention.deleteOldRecordings();
    }

    RecorderStatus status(long waiting) {
        return new RecorderStatus(messages.get(), gaps.get() + waiting, records, checkpoints.get(), trouble);
    }

    void write(Task.Message task) throws IOException {
        segmentStarted |= writer.startSegmentIfDue();
        describe(task);
        byte[][] content = task.content().toArray(byte[][]::new);
        append(RecordKind.MESSAGE, task.time(), RecordBody.message(withHeaders(task)), content);
        messages.incrementAndGet();
    }

    /** Returns the message with the addresses of its header blocks, which are stored by the next checkpoint. */
    private RecordedMessage withHeaders(Task.Message task) {
        Map<Integer, ContentAddress> addresses = new HashMap<>();
        task.headers().forEach((number, header) -> {
            addresses.put(number, header.address());
            Integer last = headersKept.put(header.address(), writer.segment());
            if (last == null || last != writer.segment()) {
                documents.add(header);
            }
        });
        return task.message().with(addresses);
    }

    void gap(long missing, GapReason reason, Instant time) throws IOException {
        append(RecordKind.GAP, time, RecordBody.gap(missing, reason));
        gaps.addAndGet(missing);
        LOG.warn("Left out {} messages of recording {}: {}", missing, id, reason);
    }

    /** Writes the end of a session. */
    void end(Task.SessionEnd task) throws IOException {
        long session = task.session().number();
        if (described.remove(session) != null) {
            append(RecordKind.SESSION_END, task.time(), RecordBody.sessionEnd(session));
        }
    }

    /** Writes the end of the recording and its last checkpoint. */
    void end() throws IOException {
        append(RecordKind.END, settings.clock().instant(), new byte[0]);
        ended = true;
        checkpoint(true);
    }

    /** Closes the file. */
    void close() {
        try {
            writer.close();
        } catch (IOException e) {
            LOG.warn("Cannot close the last segment of recording {}", id, e);
        }
    }

    void checkpointIfDue() throws IOException {
        boolean due = segmentStarted
                || writer.records() - attempted >= settings.checkpointRecords()
                || !settings.clock().instant().isBefore(attemptedAt.plus(settings.checkpointInterval()));
        if (due && !ended && writer.records() > checkpointed) {
            checkpoint(false);
        }
    }

    void recordTrouble(Exception why) {
        if (trouble.isEmpty()) {
            LOG.warn("Cannot write recording {} in {}; counting the messages left out", id, folder, why);
        }
        String text = why.getMessage();
        trouble = text == null ? why.getClass().getSimpleName() : text;
    }

    private void describe(Task.Message task) throws IOException {
        RecordedSession session = task.session();
        Integer last = described.get(session.number());
        if (last != null && last == writer.segment()) {
            return;
        }
        documents.addAll(session.terms().contents());
        byte[] fields = RecordBody.session(
                session.number(), last != null, session.terms().describe());
        append(RecordKind.SESSION, task.time(), fields);
        described.put(session.number(), writer.segment());
    }

    private void append(RecordKind kind, Instant time, byte[] fields, byte[]... content) throws IOException {
        writer.append(kind, time, fields, content);
        records = writer.records();
    }

    /** Makes a checkpoint, once all segments are on the medium, and stores it in the folder and in the store. */
    private void checkpoint(boolean closed) throws IOException {
        attempted = writer.records();
        attemptedAt = settings.clock().instant();
        writer.force();
        if (segmentStarted) {
            retention.dropOldSegments();
        }
        Checkpoint made = new Checkpoint(
                id,
                writer.records(),
                writer.head(),
                retention.firstSegment(),
                retention.firstRecord(),
                retention.before(),
                closed,
                attemptedAt,
                "");
        PrivateKey signer = settings.signer();
        Checkpoint stored = signer == null ? made : made.signed(signer);
        writeFile(stored);
        keepDocuments();
        store.put(stored, retention.lifetime());
        checkpointed = stored.records();
        checkpoints.incrementAndGet();
        retention.deleteDropped();
        segmentStarted = false;
        if (!trouble.isEmpty()) {
            LOG.info("Resumed recording {}", id);
            trouble = "";
        }
    }

    /** Writes the checkpoint to the folder; replaces the file atomically. */
    private void writeFile(Checkpoint checkpoint) throws IOException {
        Path draft = folder.resolve(Segments.CHECKPOINT + ".new");
        Files.write(draft, checkpoint.text().getBytes(StandardCharsets.UTF_8));
        Files.move(
                draft,
                folder.resolve(Segments.CHECKPOINT),
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.ATOMIC_MOVE);
    }

    private void keepDocuments() throws ParleyException {
        for (Value next = documents.peek(); next != null; next = documents.peek()) {
            store.put(next, retention.lifetime());
            documents.remove();
        }
    }
}
