package io.parley.recording;

import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.ContextStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stored recording, by this or another process. Immutable; reading blocks. */
public final class Recording {
    /** Maximum number of times that a recording is verified again because it changed meanwhile. */
    private static final int MAX_AGAIN = 3;

    private final Path folder;
    private final List<Path> segments;
    private final Limits limits;

    private Recording(Path folder, List<Path> segments, Limits limits) {
        this.folder = folder;
        this.segments = segments;
        this.limits = limits;
    }

    /**
     * Opens the recording in a folder.
     *
     * @param limits of its messages
     * @throws IOException if there is none
     */
    public static Recording open(Path folder, Limits limits) throws IOException {
        List<Path> segments = Segments.in(folder);
        if (segments.isEmpty()) {
            throw new IOException(
                    folder + ": expected the segments of a recording (*" + Segments.SUFFIX + "), found none");
        }
        return new Recording(folder, segments, limits);
    }

    /** Opens all recordings in a folder, oldest first. */
    public static List<Recording> allIn(Path folder, Limits limits) throws IOException {
        List<Recording> all = new ArrayList<>();
        for (Path found : Segments.recordingsIn(folder)) {
            all.add(open(found, limits));
        }
        return all;
    }

    /** Returns the folder with its segments. */
    public Path folder() {
        return folder;
    }

    /** Returns the total length of its segments in bytes. */
    public long bytes() throws IOException {
        long bytes = 0;
        for (Path segment : segments) {
            bytes += Files.size(segment);
        }
        return bytes;
    }

    /** Returns the number of segments when it was opened. */
    public int segments() {
        return segments.size();
    }

    /**
     * Reads the whole recording and compares it with its checkpoint.
     *
     * @param store of the checkpoint; null to use the one in the folder
     * @param key public key of the expected signature; null for none
     */
    public Verification verify(@Nullable ContextStore store, @Nullable PublicKey key) throws IOException {
        UUID id;
        try {
            id = id();
        } catch (BrokenRecordingException e) {
            return new Verification(Verification.Result.BROKEN, 0, 0, "", false, Optional.of(e.finding()));
        }
        Verifier.FoundCheckpoint held = findCheckpoint(store, id);
        Verification found = new Verifier(this, id, held, key).verify();
        for (int again = 0; again < MAX_AGAIN && found.result() == Verification.Result.BROKEN; again++) {
            Verifier.FoundCheckpoint newer = findCheckpoint(store, id);
            if (newer.equals(held)) {
                break;
            }
            held = newer; // its recorder runs, and may have deleted segments
            found = new Verifier(this, id, held, key).verify();
        }
        return found;
    }

    RecordWalk walk() throws IOException, BrokenRecordingException {
        return walk(id());
    }

    /** Returns a walk over the segments that there are now: its recorder may have begun or deleted some. */
    RecordWalk walk(UUID id) throws IOException {
        return new RecordWalk(Segments.in(folder), id, limits);
    }

    Limits limits() {
        return limits;
    }

    /** Returns the identifier in the first segment's header. */
    private UUID id() throws IOException, BrokenRecordingException {
        Path path = segments.get(0);
        try (SegmentReader first = new SegmentReader(path, limits)) {
            ByteBuffer header = first.header();
            if (header == null) {
                throw new BrokenRecordingException(new Finding(
                        Finding.Kind.ALTERED,
                        1,
                        first.name(),
                        "expected the header of its segment, found half of one"));
            }
            return SegmentHeader.decode(header, new Chain(), first.name()).recording();
        } catch (ParleyException e) {
            throw new BrokenRecordingException(
                    new Finding(Finding.Kind.ALTERED, 1, String.valueOf(path.getFileName()), e.text()));
        }
    }

    private Verifier.FoundCheckpoint findCheckpoint(@Nullable ContextStore store, UUID id) throws IOException {
        Optional<Checkpoint> stored = store == null ? Optional.empty() : new CheckpointStore(store).get(id);
        return stored.isPresent()
                ? new Verifier.FoundCheckpoint(stored, "store")
                : new Verifier.FoundCheckpoint(checkpointInFolder(), "folder");
    }

    private Optional<Checkpoint> checkpointInFolder() throws IOException {
        Path file = folder.resolve(Segments.CHECKPOINT);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(Checkpoint.MAX_BYTES);
            return Optional.of(Checkpoint.parse(new String(bytes, StandardCharsets.UTF_8), file.toString()));
        } catch (ParleyException e) {
            return Optional.empty(); // An unreadable checkpoint proves nothing.
        }
    }
}
