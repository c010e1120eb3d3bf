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
 * Work of the recorder's thread: writes records, makes checkpoints, keeps documents. Any thread may read the status.
 */
final class Scribe {
    private static final Logger LOG = LoggerFactory.getLogger(Scribe.class);

    /** Header blocks that are remembered to be in the store. */
    private static final int MOST_HEADERS = 1_024;

    private final RecorderSettings settings;
    private final UUID id;
    private final Path folder;
    private final RecordingWriter writer;
    private final CheckpointStore store;
    private final Retention retention;
    /** By session: the segment in which it was described last. */
    private final Map<Long, Integer> described = new HashMap<>();
    /**
     * By header block: the segment in which it was used last; the store renews the lifetime of a block once per
     * segment.
     */
    private final Map<ContentAddress, Integer> headersKept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ContentAddress, Integer> eldest) {
            return size() > MOST_HEADERS;
        }
    };

    /** Documents that the store does not have yet. */
    private final Queue<Value> documents = new ArrayDeque<>();

    private long checkpointed;
    private long attempted;
    private Instant attemptedAt;
    /** Whether a segment was begun since the last checkpoint. */
    private boolean turned;

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

    /** Makes the first segment. */
    void begin() throws IOException {
        writer.turn();
        retention.forgetOthers();
    }

    RecorderStatus status(long waiting) {
        return new RecorderStatus(messages.get(), gaps.get() + waiting, records, checkpoints.get(), trouble);
    }

    void write(Task.Message task) throws IOException {
        turned |= writer.turn();
        describe(task);
        byte[][] content = task.content().toArray(byte[][]::new);
        append(RecordKind.MESSAGE, task.time(), RecordBody.message(withHeaders(task)), content);
        messages.incrementAndGet();
    }

    /** The message with the addresses of its header blocks, which the store is to have by the next checkpoint. */
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
        LOG.warn("recording {}: {} messages were left out: {}", id, missing, reason);
    }

    /** A session is over. */
    void end(Task.SessionEnd task) throws IOException {
        long session = task.session().number();
        if (described.remove(session) != null) {
            append(RecordKind.SESSION_END, task.time(), RecordBody.sessionEnd(session));
        }
    }

    /** The recording is over. */
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
            LOG.warn("recording {}: its last segment cannot be closed", id, e);
        }
    }

    void checkpointIfDue() throws IOException {
        boolean due = turned
                || writer.records() - attempted >= settings.checkpointRecords()
                || !settings.clock().instant().isBefore(attemptedAt.plus(settings.checkpointInterval()));
        if (due && !ended && writer.records() > checkpointed) {
            checkpoint(false);
        }
    }

    void troubled(Exception why) {
        if (trouble.isEmpty()) {
            LOG.warn("recording {} in {} has trouble; what is left out will be counted", id, folder, why);
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

    /** Stores a checkpoint in the store, and beside the segments, after the segments are on the medium. */
    private void checkpoint(boolean closed) throws IOException {
        attempted = writer.records();
        attemptedAt = settings.clock().instant();
        writer.force();
        if (turned) {
            retention.forgetOld();
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
        retention.deleteForgotten();
        turned = false;
        if (!trouble.isEmpty()) {
            LOG.info("recording {} goes on", id);
            trouble = "";
        }
    }

    /** Replaced as a whole, so that it is never half a one. */
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
